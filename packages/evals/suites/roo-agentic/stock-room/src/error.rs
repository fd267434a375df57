use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub enum StockError {
    NotEnough { product: String, wanted: u32, available: u32 },
    Empty,
}

impl fmt::Display for StockError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StockError::NotEnough { product, wanted, available } => {
                write!(out, "there are {available} of {product}, not {wanted}")
            }
            StockError::Empty => write!(out, "there is nothing to do"),
        }
    }
}

impl std::error::Error for StockError {}
