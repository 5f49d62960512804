//! [`Pattern`]: the places of a sparse matrix, row by row.

/// The entries of a matrix that may differ from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    columns: usize,
    /// The start of each row, and the end of the last one.
    starts: Vec<usize>,
    indices: Vec<usize>,
}

impl Pattern {
    /// Returns the pattern with these rows, each of which lists its columns in any order.
    ///
    /// # Panics
    ///
    /// If a column is not one of `columns`.
    #[track_caller]
    pub fn new(columns: usize, rows: &[Vec<usize>]) -> Self {
        let row = |row: &Vec<usize>| {
            let mut row = row.clone();
            row.sort_unstable();
            row.dedup();
            assert!(
                row.last().is_none_or(|last| *last < columns),
                "a row lists column {}, and there are {columns}",
                row[row.len() - 1]
            );
            row
        };
        Self::from_sorted(columns, rows.iter().map(row))
    }

    pub(super) fn from_rows(columns: usize, rows: impl Iterator<Item = Vec<u32>>) -> Self {
        Self::from_sorted(columns, rows.map(|row| row.into_iter().map(|j| j as usize).collect()))
    }

    fn from_sorted(columns: usize, rows: impl Iterator<Item = Vec<usize>>) -> Self {
        let (mut starts, mut indices) = (vec![0], Vec::new());
        for row in rows {
            indices.extend(row);
            starts.push(indices.len());
        }
        Pattern { columns, starts, indices }
    }

    /// Returns the symmetric pattern with these pairs, each with the smaller index first, in order.
    pub(super) fn symmetric(n: usize, pairs: Vec<(u32, u32)>) -> Self {
        let mut starts = vec![0; n + 1];
        for &(i, j) in &pairs {
            starts[i as usize + 1] += 1;
            if i != j {
                starts[j as usize + 1] += 1;
            }
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut indices = vec![0; starts[n]];
        let mut put = |i: u32, j: u32| {
            indices[next[i as usize]] = j as usize;
            next[i as usize] += 1;
        };
        // Of row `i` those on the left come first, from the pairs before that start with `i`.
        for &(i, j) in pairs.iter().filter(|(i, j)| i != j) {
            put(j, i);
        }
        for &(i, j) in &pairs {
            put(i, j);
        }
        Pattern { columns: n, starts, indices }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.indices.len()
    }

    /// Returns the start of each row among the entries, and the end of the last one: `rows() + 1` numbers.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The column of each entry.
    pub fn indices(&self) -> &[usize] {
        &self.indices
    }

    /// The columns of a row, in order.
    pub fn row(&self, i: usize) -> &[usize] {
        &self.indices[self.starts[i]..self.starts[i + 1]]
    }

    /// Returns the pattern with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        let mut starts = vec![0; self.columns + 1];
        self.indices.iter().for_each(|j| starts[j + 1] += 1);
        for j in 0..self.columns {
            starts[j + 1] += starts[j];
        }
        let mut next = starts.clone();
        let mut indices = vec![0; self.entries()];
        for i in 0..self.rows() {
            for &j in self.row(i) {
                indices[next[j]] = i;
                next[j] += 1;
            }
        }
        Pattern { columns: self.rows(), starts, indices }
    }

    /// Returns the entries of either pattern: for a function whose branches have different ones.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    #[track_caller]
    pub fn union(&self, other: &Self) -> Self {
        assert_eq!(
            (self.rows(), self.columns),
            (other.rows(), other.columns),
            "patterns of one shape have a union"
        );
        let row = |i| [self.row(i), other.row(i)].concat();
        Self::new(self.columns, &(0..self.rows()).map(row).collect::<Vec<_>>())
    }

    /// True if the transpose has the same entries.
    pub fn is_symmetric(&self) -> bool {
        self.rows() == self.columns && self.transposed() == *self
    }
}
