use crate::discount::discount;
use crate::error::StockError;
use crate::room::StockRoom;

/// What a customer wants.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Order {
    lines: Vec<(String, u32)>,
}

/// What a customer got, and what it costs in cents.
#[derive(Debug, Clone, PartialEq)]
pub struct Receipt {
    pub items: Vec<(String, u32)>,
    pub total: u64,
}

impl Order {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn with_line(mut self, product: &str, count: u32) -> Self {
        self.lines.push((product.to_string(), count));
        self
    }

    /// Takes everything from the room.
    pub fn place(&self, room: &mut StockRoom) -> Result<Receipt, StockError> {
        let mut receipt = Receipt { items: Vec::new(), total: 0 };
        for (product, count) in &self.lines {
            room.remove(product, *count)?;
            let price = room.price(product).unwrap_or(0);
            receipt.items.push((product.clone(), *count));
            receipt.total += u64::from(*count) * price - discount(*count, price);
        }
        Ok(receipt)
    }
}
