use stock_room::{Order, StockError, StockRoom};

fn room() -> StockRoom {
    let mut room = StockRoom::new();
    room.add("tea", 20, 100);
    room.add("cup", 5, 250);
    room
}

fn not_enough<T>(product: &str, wanted: u32, available: u32) -> Result<T, StockError> {
    Err(StockError::NotEnough { product: product.to_string(), wanted, available })
}

fn items(entries: &[(&str, u32)]) -> Vec<(String, u32)> {
    entries.iter().map(|(product, count)| (product.to_string(), *count)).collect()
}

#[test]
fn what_is_reserved_is_there_but_not_free() {
    let mut room = room();
    room.reserve("tea", 15, 10).unwrap();
    assert_eq!((room.count("tea"), room.free("tea", 0), room.free("tea", 10), room.free("tea", 11)), (20, 5, 5, 20));
    assert_eq!(room.remove("tea", 6), not_enough("tea", 6, 5));
    room.remove("tea", 5).unwrap();
    assert_eq!((room.count("tea"), room.free("tea", 0)), (15, 0));
    assert_eq!(room.free("nothing", 0), 0);
}

#[test]
fn what_cannot_be_reserved() {
    let mut room = room();
    assert_eq!(room.reserve("tea", 0, 5), Err(StockError::Empty));
    assert_eq!(room.reserve("pot", 1, 5), not_enough("pot", 1, 0));
    room.reserve("tea", 12, 5).unwrap();
    assert_eq!(room.reserve("tea", 9, 5), not_enough("tea", 9, 8));
    assert_eq!(room.log().len(), 3);
}

#[test]
fn reservations_end() {
    let mut room = room();
    let id = room.reserve("cup", 5, 10).unwrap();
    room.advance(10).unwrap();
    assert_eq!(room.free("cup", room.now()), 0);
    room.advance(11).unwrap();
    assert_eq!(room.free("cup", room.now()), 5);
    assert_eq!(room.release(id), Err(StockError::NoReservation(id)));
    room.remove("cup", 5).unwrap();
}

#[test]
fn a_reservation_that_is_over_at_once() {
    let mut room = room();
    room.advance(7).unwrap();
    room.reserve("cup", 5, 3).unwrap();
    assert_eq!(room.free("cup", room.now()), 5);
    room.reserve("cup", 5, 8).unwrap();
    assert_eq!(room.free("cup", room.now()), 0);
}

#[test]
fn time_only_grows() {
    let mut room = room();
    assert_eq!(room.now(), 0);
    room.advance(5).unwrap();
    room.advance(5).unwrap();
    let before = room.clone();
    assert_eq!(room.advance(4), Err(StockError::Backwards));
    assert_eq!(room, before);
}

#[test]
fn releasing() {
    let mut room = room();
    let id = room.reserve("tea", 20, 10).unwrap();
    room.release(id).unwrap();
    assert_eq!(room.free("tea", 0), 20);
    assert_eq!(room.release(id), Err(StockError::NoReservation(id)));
}

#[test]
fn orders_with_reservations() {
    let mut room = room();
    let tea = room.reserve("tea", 8, 10).unwrap();
    let cup = room.reserve("cup", 5, 10).unwrap();
    let order = Order::new().with_line("tea", 2).with_reservation(cup).with_reservation(tea).with_line("tea", 1);
    let receipt = order.place(&mut room).unwrap();
    assert_eq!(receipt.items, items(&[("cup", 5), ("tea", 11)]));
    assert_eq!(receipt.total, 5 * 250 + 1100 - 110);
    assert_eq!((room.count("tea"), room.free("tea", 0), room.count("cup")), (9, 9, 0));
    assert_eq!(room.release(tea), Err(StockError::NoReservation(tea)));
}

#[test]
fn orders_are_all_or_nothing() {
    let mut room = room();
    let id = room.reserve("tea", 5, 10).unwrap();
    let before = room.clone();
    let orders = [
        Order::new().with_reservation(id).with_line("cup", 3).with_line("cup", 3),
        Order::new().with_reservation(id).with_line("tea", 16),
        Order::new().with_line("cup", 1).with_reservation(id).with_reservation(id),
        Order::new().with_reservation(id).with_line("pot", 1),
        Order::new().with_line("tea", 1).with_line("cup", 0),
        Order::new(),
    ];
    for order in orders {
        assert!(order.place(&mut room).is_err(), "{order:?}");
        assert_eq!(room, before);
    }
}

#[test]
fn the_first_error_counts() {
    let mut room = room();
    let over = room.reserve("tea", 1, 3).unwrap();
    let good = room.reserve("tea", 1, 30).unwrap();
    room.advance(4).unwrap();
    let place = |room: &mut StockRoom, order: Order| order.place(room).unwrap_err();
    assert_eq!(place(&mut room, Order::new().with_line("pot", 1).with_reservation(over)), StockError::NoReservation(over));
    let order = Order::new().with_reservation(good).with_line("cup", 4).with_line("tea", 0).with_line("cup", 2);
    assert_eq!(place(&mut room, order), StockError::Empty);
    let order = Order::new().with_reservation(good).with_reservation(good);
    assert_eq!(place(&mut room, order), StockError::NoReservation(good));
    let order = Order::new().with_line("cup", 4).with_line("tea", 25).with_line("cup", 2);
    assert_eq!(Err::<(), _>(place(&mut room, order)), not_enough("tea", 25, 19));
    let order = Order::new().with_line("cup", 4).with_line("cup", 2);
    assert_eq!(Err::<(), _>(place(&mut room, order)), not_enough("cup", 2, 1));
}

#[test]
fn discounts_are_for_the_whole_count() {
    let mut room = room();
    let id = room.reserve("tea", 5, 10).unwrap();
    let receipt = Order::new().with_line("tea", 5).with_reservation(id).place(&mut room).unwrap();
    assert_eq!(receipt.total, 900);
}

#[test]
fn everything_is_in_the_log() {
    let mut room = room();
    let first = room.reserve("tea", 3, 20).unwrap();
    let second = room.reserve("cup", 1, 10).unwrap();
    let third = room.reserve("cup", 1, 10).unwrap();
    let fourth = room.reserve("tea", 2, 5).unwrap();
    let fifth = room.reserve("tea", 1, 90).unwrap();
    room.release(third).unwrap();
    room.release(third).unwrap_err();
    room.advance(15).unwrap();
    Order::new().with_line("cup", 1).with_reservation(fifth).with_reservation(first).with_line("tea", 1).place(&mut room).unwrap();
    assert_eq!(
        room.log()[2..],
        [
            "reserved 3 tea until 20 as #1",
            "reserved 1 cup until 10 as #2",
            "reserved 1 cup until 10 as #3",
            "reserved 2 tea until 5 as #4",
            "reserved 1 tea until 90 as #5",
            "released #3",
            "expired #4",
            "expired #2",
            "used #5",
            "used #1",
            "removed 1 cup",
            "removed 5 tea",
        ]
    );
    assert_eq!(room.release(second), Err(StockError::NoReservation(second)));
    assert_eq!(room.release(fourth), Err(StockError::NoReservation(fourth)));
}

#[test]
fn free_and_reserved_add_up() {
    let mut state: u64 = 14;
    let mut random = |below: u64| {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        state / 65_536 % below
    };
    for _ in 0..100 {
        let mut room = room();
        let mut held: Vec<(u32, u64)> = Vec::new();
        for now in 0..30 {
            room.advance(now).unwrap();
            let (count, until) = (1 + random(4) as u32, now + random(6));
            if room.reserve("tea", count, until).is_ok() {
                held.push((count, until));
            }
            let set_aside: u32 = held.iter().filter(|(_, until)| now <= *until).map(|(count, _)| count).sum();
            assert_eq!(room.free("tea", now), 20 - set_aside);
        }
    }
}
