//! Numbers out of which texts are made: a smaller number is a simpler choice, and where there is none left, each choice
//! is the simplest. So a text shrinks as its numbers do. Imports nothing.

/// Choices, one a number.
pub struct Tape<'t> {
    left: std::slice::Iter<'t, u16>,
}

impl<'t> Tape<'t> {
    pub fn new(cells: &'t [u16]) -> Tape<'t> {
        Tape { left: cells.iter() }
    }

    /// A number below this one, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        let cell = usize::from(self.left.next().copied().unwrap_or(0));
        (cell * end) >> 16
    }

    /// True so many times of a hundred.
    pub fn seldom(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    /// One of these, the first of which is the simplest.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}
