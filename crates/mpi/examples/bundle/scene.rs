//! Observations of points by cameras: made up, or from a file of the collection "Bundle Adjustment in the Large".

/// A problem: observations are sorted by point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    pub(crate) cameras: Vec<[f64; 9]>,
    pub(crate) points: Vec<[f64; 3]>,
    pub(crate) seen: Vec<Seen>,
}

/// An observation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) camera: usize,
    pub(crate) point: usize,
    pub(crate) pixel: [f64; 2],
}

impl Scene {
    /// Returns a ring of cameras around a cloud of points, with errors of up to half a pixel, moved from where it was seen.
    pub(crate) fn ring(cameras: usize, points: usize) -> Scene {
        let wave = |i: usize, k: f64| (i as f64 * k).sin();
        let mut scene = Scene {
            cameras: (0..cameras)
                .map(|i| {
                    let turn = i as f64 * 0.6 / cameras as f64 - 0.3;
                    [0.02 * wave(i, 3.1), turn, 0.01, 0.1 * wave(i, 1.7), 0.0, -6.0, 500.0, -1e-3, 1e-4]
                })
                .collect(),
            points: (0..points).map(|p| [wave(p, 1.3), wave(p, 2.9), 0.5 * wave(p, 0.7)]).collect(),
            seen: Vec::new(),
        };
        for (p, point) in scene.points.iter().enumerate() {
            for (c, camera) in scene.cameras.iter().enumerate().filter(|(c, _)| (p + c) % 3 != 0) {
                let mut pixel = [0.0; 2];
                retrograde_problems::ba::reproject(&mut pixel, camera, point, &[0.0; 2]);
                let noise = [0.5 * wave(p * 31 + c, 5.3), 0.5 * wave(p * 17 + c, 4.1)];
                scene.seen.push(Seen {
                    camera: c,
                    point: p,
                    pixel: [pixel[0] + noise[0], pixel[1] + noise[1]],
                });
            }
        }
        for (p, point) in scene.points.iter_mut().enumerate() {
            (0..3).for_each(|j| point[j] += 0.05 * wave(3 * p + j, 6.1));
        }
        for (c, camera) in scene.cameras.iter_mut().enumerate() {
            (0..6).for_each(|j| camera[j] += 0.01 * wave(6 * c + j, 2.3));
        }
        scene
    }

    /// Reads a file of the collection.
    pub(crate) fn read(text: &str) -> Result<Scene, String> {
        let mut words = text.split_whitespace();
        let mut next = |what: &str| -> Result<f64, String> {
            let word = words.next().ok_or(format!("the file ends before {what}"))?;
            word.parse().map_err(|_| format!("`{word}` is no number, and {what} is expected"))
        };
        let (cameras, points, seen) =
            (next("the number of cameras")?, next("that of points")?, next("that of observations")?);
        let (cameras, points) = (cameras as usize, points as usize);
        let mut scene = Scene::default();
        for i in 0..seen as usize {
            let (camera, point) = (next("a camera")? as usize, next("a point")? as usize);
            let pixel = [next("a pixel")?, next("a pixel")?];
            if camera >= cameras || point >= points {
                return Err(format!(
                    "observation {i} is of camera {camera} and point {point}, which are not there"
                ));
            }
            scene.seen.push(Seen { camera, point, pixel });
        }
        for _ in 0..cameras {
            let mut camera = [0.0; 9];
            camera.iter_mut().try_for_each(|x| next("a camera's number").map(|word| *x = word))?;
            scene.cameras.push(camera);
        }
        for _ in 0..points {
            let mut point = [0.0; 3];
            point.iter_mut().try_for_each(|x| next("a coordinate").map(|word| *x = word))?;
            scene.points.push(point);
        }
        scene.seen.sort_by_key(|seen| seen.point);
        Ok(scene)
    }

    /// Returns the part of a rank: some points with their observations, and all cameras.
    pub(crate) fn part(&self, points: std::ops::Range<usize>) -> Scene {
        let seen = self.seen.iter().filter(|seen| points.contains(&seen.point));
        Scene {
            cameras: self.cameras.clone(),
            points: self.points[points.clone()].to_vec(),
            seen: seen.map(|seen| Seen { point: seen.point - points.start, ..*seen }).collect(),
        }
    }
}
