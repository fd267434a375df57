use crate::error::StockError;
use crate::reservation::{Reservation, ReservationId};
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
struct Shelf {
    count: u32,
    price: u64,
}

/// What is there, what it costs, and what is set aside.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StockRoom {
    shelves: BTreeMap<String, Shelf>,
    reservations: BTreeMap<ReservationId, Reservation>,
    last_id: u32,
    now: u64,
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

    /// Takes things away that are free now.
    pub fn remove(&mut self, product: &str, count: u32) -> Result<(), StockError> {
        self.check(product, count, self.free(product, self.now))?;
        if let Some(shelf) = self.shelves.get_mut(product) {
            shelf.count -= count;
        }
        self.log.push(format!("removed {count} {product}"));
        Ok(())
    }

    /// Sets things aside, up to and including a moment.
    pub fn reserve(&mut self, product: &str, count: u32, until: u64) -> Result<ReservationId, StockError> {
        self.check(product, count, self.free(product, self.now))?;
        self.last_id += 1;
        let id = ReservationId(self.last_id);
        self.reservations.insert(id, Reservation { product: product.to_string(), count, until });
        self.log.push(format!("reserved {count} {product} until {until} as {id}"));
        Ok(id)
    }

    /// Gives a reservation up.
    pub fn release(&mut self, id: ReservationId) -> Result<(), StockError> {
        self.reservation(id)?;
        self.reservations.remove(&id);
        self.log.push(format!("released {id}"));
        Ok(())
    }

    /// Moves the present moment on.
    pub fn advance(&mut self, now: u64) -> Result<(), StockError> {
        if now < self.now {
            return Err(StockError::Backwards);
        }
        self.now = now;
        let mut over: Vec<(u64, ReservationId)> =
            self.reservations.iter().filter(|(_, each)| each.until < now).map(|(id, each)| (each.until, *id)).collect();
        over.sort_unstable();
        for (_, id) in over {
            self.reservations.remove(&id);
            self.log.push(format!("expired {id}"));
        }
        Ok(())
    }

    pub fn now(&self) -> u64 {
        self.now
    }

    /// What is neither sold nor set aside at a moment.
    pub fn free(&self, product: &str, now: u64) -> u32 {
        let holds = |each: &&Reservation| each.product == product && now <= each.until;
        let set_aside: u32 = self.reservations.values().filter(holds).map(|each| each.count).sum();
        self.count(product).saturating_sub(set_aside)
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

    /// Gives up a reservation that is taken now, and tells what it held.
    pub(crate) fn take_up(&mut self, id: ReservationId) -> Result<(String, u32), StockError> {
        let Reservation { product, count, .. } = self.reservation(id)?.clone();
        self.reservations.remove(&id);
        self.log.push(format!("used {id}"));
        Ok((product, count))
    }

    pub(crate) fn check(&self, product: &str, count: u32, available: u32) -> Result<(), StockError> {
        if count == 0 {
            return Err(StockError::Empty);
        }
        if available < count {
            return Err(StockError::NotEnough { product: product.to_string(), wanted: count, available });
        }
        Ok(())
    }

    fn reservation(&self, id: ReservationId) -> Result<&Reservation, StockError> {
        self.reservations.get(&id).filter(|each| self.now <= each.until).ok_or(StockError::NoReservation(id))
    }
}
