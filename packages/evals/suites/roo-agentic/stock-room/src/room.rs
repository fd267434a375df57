use crate::error::StockError;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
struct Shelf {
    count: u32,
    price: u64,
}

/// What is there, and what it costs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StockRoom {
    shelves: BTreeMap<String, Shelf>,
    log: Vec<String>,
}

impl StockRoom {
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts things on their shelf. The price in cents is that of the last time.
    pub fn add(&mut self, product: &str, count: u32, price: u64) {
        let shelf = self.shelves.entry(product.to_string()).or_insert(Shelf { count: 0, price });
        shelf.count += count;
        shelf.price = price;
        self.log.push(format!("added {count} {product}"));
    }

    /// Takes things away.
    pub fn remove(&mut self, product: &str, count: u32) -> Result<(), StockError> {
        if count == 0 {
            return Err(StockError::Empty);
        }
        let available = self.count(product);
        if available < count {
            return Err(StockError::NotEnough { product: product.to_string(), wanted: count, available });
        }
        if let Some(shelf) = self.shelves.get_mut(product) {
            shelf.count -= count;
        }
        self.log.push(format!("removed {count} {product}"));
        Ok(())
    }

    pub fn count(&self, product: &str) -> u32 {
        self.shelves.get(product).map_or(0, |shelf| shelf.count)
    }

    pub fn price(&self, product: &str) -> Option<u64> {
        self.shelves.get(product).map(|shelf| shelf.price)
    }

    pub fn log(&self) -> &[String] {
        &self.log
    }
}
