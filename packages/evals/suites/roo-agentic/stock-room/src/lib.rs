mod discount;
mod error;
mod order;
mod room;

pub use discount::discount;
pub use error::StockError;
pub use order::{Order, Receipt};
pub use room::StockRoom;
