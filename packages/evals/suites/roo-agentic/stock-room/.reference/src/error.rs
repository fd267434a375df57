use crate::reservation::ReservationId;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub enum StockError {
    NotEnough { product: String, wanted: u32, available: u32 },
    Empty,
    Backwards,
    NoReservation(ReservationId),
}

impl fmt::Display for StockError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StockError::NotEnough { product, wanted, available } => {
                write!(out, "there are {available} of {product}, not {wanted}")
            }
            StockError::Empty => write!(out, "there is nothing to do"),
            StockError::Backwards => write!(out, "time does not go back"),
            StockError::NoReservation(id) => write!(out, "there is no reservation {id}"),
        }
    }
}

impl std::error::Error for StockError {}
