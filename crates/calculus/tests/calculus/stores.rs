//! Kept states on disk.

use retrograde_calculus::{Bytes, Disk, Error, Heap, Store};

type State = (Vec<f64>, Vec<(f64, f64)>, [u64; 2], Box<f32>);

#[test]
fn states_of_any_length_come_back_to_the_bit() {
    let folder = std::env::temp_dir().join(format!("retrograde-stores-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut disk, mut heap) = (Disk::new(&folder).unwrap(), Heap::new());
    let state = |i: usize| (vec![f64::NAN; i % 5], vec![(i as f64, -0.0)], [i as u64; 2], Box::new(0.1_f32));
    let bits = |s: &State| {
        let mut bytes = vec![];
        s.write(&mut bytes);
        bytes
    };
    for i in 0..30 {
        disk.keep(i, &state(i)).unwrap();
        heap.keep(i, &state(i)).unwrap();
        if i % 3 == 0 {
            Store::<State>::forget(&mut disk, i / 2);
            heap.forget(i / 2);
        }
    }
    for i in [29, 27, 28, 20] {
        let (mut a, mut b) = (state(0), state(0));
        disk.restore(i, &mut a).unwrap();
        heap.restore(i, &mut b).unwrap();
        assert_eq!(bits(&a), bits(&state(i)));
        disk.take(i, &mut a).unwrap();
        heap.take(i, &mut b).unwrap();
        assert_eq!((bits(&a), bits(&b)), (bits(&state(i)), bits(&state(i))));
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    drop(disk);
    std::fs::remove_dir(&folder).expect("the file is removed with the store");
}

#[test]
fn errors_of_the_disk_are_told() {
    let none = Disk::new("/nowhere/at/all").unwrap_err();
    assert!(none.to_string().starts_with("a state cannot be kept on disk"));
    let mut disk = Disk::new(std::env::temp_dir()).unwrap();
    disk.keep(0, &1.5_f32).unwrap();
    assert!(matches!(disk.restore(0, &mut 0.0_f64), Err(Error::Bytes)));
    let mut half = 0.0_f32;
    disk.restore(0, &mut half).unwrap();
    assert_eq!(half, 1.5);
}
