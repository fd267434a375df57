use stock_room::{discount, Order, Receipt, StockError, StockRoom};

#[test]
fn adding_and_removing() {
    let mut room = StockRoom::new();
    room.add("tea", 5, 300);
    room.remove("tea", 2).unwrap();
    assert_eq!((room.count("tea"), room.price("tea"), room.count("cup")), (3, Some(300), 0));
    let not_enough = StockError::NotEnough { product: "tea".to_string(), wanted: 4, available: 3 };
    assert_eq!(room.remove("tea", 4), Err(not_enough));
    assert_eq!(room.log(), ["added 5 tea", "removed 2 tea"]);
}

#[test]
fn orders() {
    let mut room = StockRoom::new();
    room.add("tea", 50, 100);
    room.add("cup", 3, 250);
    let receipt = Order::new().with_line("cup", 2).with_line("tea", 10).place(&mut room);
    let items = vec![("cup".to_string(), 2), ("tea".to_string(), 10)];
    assert_eq!(receipt, Ok(Receipt { items, total: 500 + 900 }));
    assert_eq!(room.count("tea"), 40);
}

#[test]
fn discounts() {
    assert_eq!([discount(9, 100), discount(10, 100), discount(50, 100)], [0, 100, 1000]);
}
