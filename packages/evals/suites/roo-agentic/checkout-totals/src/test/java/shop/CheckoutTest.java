package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CheckoutTest {
    @Test
    void aBasketWithoutRules() {
        Basket basket = new Basket().add("novel", "book", 2, Money.of("10.00"), 7).add("tea", "food", 1, Money.of("5"), 20);
        Receipt receipt = new Checkout().checkOut(basket);
        assertEquals("25.00", receipt.net().toString());
        assertEquals("2.40", receipt.tax().toString());
        assertEquals("27.40", receipt.total().toString());
    }

    @Test
    void aPercentageOff() {
        Basket basket = new Basket().add("novel", "book", 1, Money.of("10.00"), 0).add("tea", "food", 1, Money.of("5.00"), 0);
        Receipt receipt = new Checkout().with(new PercentOff(50, "book")).checkOut(basket);
        assertEquals("5.00", receipt.discount().toString());
        assertEquals("10.00", receipt.total().toString());
    }

    @Test
    void threeForTwo() {
        Basket basket = new Basket().add("tea", "food", 3, Money.of("4.00"), 0);
        assertEquals("8.00", new Checkout().with(new BuyXPayY(3, 2, "food")).checkOut(basket).total().toString());
        assertThrows(IllegalArgumentException.class, () -> new BuyXPayY(2, 2, "food"));
    }
}
