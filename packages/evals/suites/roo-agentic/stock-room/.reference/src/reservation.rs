use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReservationId(pub(crate) u32);

impl fmt::Display for ReservationId {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "#{}", self.0)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reservation {
    pub product: String,
    pub count: u32,
    pub until: u64,
}
