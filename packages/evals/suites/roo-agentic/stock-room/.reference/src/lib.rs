mod discount;
mod error;
mod order;
mod reservation;
mod room;

pub use discount::discount;
pub use error::StockError;
pub use order::{Order, Receipt};
pub use reservation::ReservationId;
pub use room::StockRoom;
