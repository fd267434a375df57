use crate::discount::discount;
use crate::error::StockError;
use crate::reservation::ReservationId;
use crate::room::StockRoom;
use std::collections::BTreeMap;

/// What a customer wants.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Order {
    lines: Vec<(String, u32)>,
    reservations: Vec<ReservationId>,
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

    pub fn with_reservation(mut self, id: ReservationId) -> Self {
        self.reservations.push(id);
        self
    }

    /// Takes everything from the room, or nothing.
    pub fn place(&self, room: &mut StockRoom) -> Result<Receipt, StockError> {
        let mut changed = room.clone();
        let receipt = self.take(&mut changed)?;
        *room = changed;
        Ok(receipt)
    }

    fn take(&self, room: &mut StockRoom) -> Result<Receipt, StockError> {
        let mut left: BTreeMap<&str, u32> = BTreeMap::new();
        for (product, _) in &self.lines {
            left.insert(product, room.free(product, room.now()));
        }
        let mut wanted: BTreeMap<String, u32> = BTreeMap::new();
        for &id in &self.reservations {
            let (product, count) = room.take_up(id)?;
            *wanted.entry(product).or_default() += count;
        }
        for (product, count) in &self.lines {
            let available = left.get(product.as_str()).copied().unwrap_or(0);
            room.check(product, *count, available)?;
            left.insert(product, available - count);
            *wanted.entry(product.clone()).or_default() += count;
        }
        if wanted.is_empty() {
            return Err(StockError::Empty);
        }
        let mut total = 0;
        for (product, &count) in &wanted {
            room.remove(product, count)?;
            let price = room.price(product).unwrap_or(0);
            total += u64::from(count) * price - discount(count, price);
        }
        Ok(Receipt { items: wanted.into_iter().collect(), total })
    }
}
