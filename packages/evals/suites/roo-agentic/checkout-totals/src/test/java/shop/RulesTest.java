package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RulesTest {
    private static Basket basket(Object... parts) {
        Basket basket = new Basket();
        for (int i = 0; i < parts.length; i += 3) {
            basket.add("p" + i, (String) parts[i], (int) parts[i + 1], Money.of((String) parts[i + 2]), 0);
        }
        return basket;
    }

    private static List<String> costs(Receipt receipt) {
        return receipt.lines().stream().map(line -> line.cost().toString()).collect(Collectors.toList());
    }

    @Test
    void rulesComeOneAfterTheOther() {
        Basket basket = basket("book", 1, "100.00");
        Receipt receipt = new Checkout().with(new PercentOff(50)).with(new PercentOff(50)).checkOut(basket);
        assertEquals(List.of("25.00", "75.00"), List.of(receipt.total().toString(), receipt.discount().toString()));
        Receipt first = new Checkout().with(new PercentOff(10)).with(new MinimumSpend(Money.of("95"), Money.of("5"))).checkOut(basket);
        Receipt second = new Checkout().with(new MinimumSpend(Money.of("95"), Money.of("5"))).with(new PercentOff(10)).checkOut(basket);
        assertEquals(List.of("90.00", "85.50"), List.of(first.total().toString(), second.total().toString()));
    }

    @Test
    void checkingOutChangesNothing() {
        Basket basket = basket("book", 3, "9.99", "food", 1, "1.00");
        Checkout checkout = new Checkout().with(new PercentOff(33)).with(new BuyXPayY(3, 2, "book"));
        assertEquals(costs(checkout.checkOut(basket)), costs(checkout.checkOut(basket)));
        assertEquals("30.97", new Checkout().checkOut(basket).net().toString());
    }

    @Test
    void linesStayInTheirOrder() {
        Receipt receipt = new Checkout().with(new PercentOff(50, "b")).checkOut(basket("c", 1, "3", "a", 1, "1", "b", 1, "2"));
        assertEquals(List.of("3.00", "1.00", "1.00"), costs(receipt));
        assertEquals(List.of("p0", "p3", "p6"), receipt.lines().stream().map(Line::product).collect(Collectors.toList()));
    }

    @Test
    void categoriesAreTheVeryOnes() {
        Basket basket = basket("book", 1, "10", "bookshelf", 1, "10", "BOOK", 1, "10", "Book", 1, "10");
        assertEquals(List.of("9.00", "10.00", "9.00", "9.00"), costs(new Checkout().with(new PercentOff(10, "bOOk")).checkOut(basket)));
        assertEquals("36.00", new Checkout().with(new PercentOff(10)).checkOut(basket).total().toString());
    }

    @Test
    void percentagesThatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> new PercentOff(-1));
        assertThrows(IllegalArgumentException.class, () -> new PercentOff(101, "x"));
        assertEquals("0.00", new Checkout().with(new PercentOff(100)).checkOut(basket("a", 1, "5")).total().toString());
    }

    @Test
    void theCheapestOfEachGroupAreFree() {
        Basket basket = basket("tea", 2, "5.00", "tea", 2, "3.00", "cup", 5, "1.00", "tea", 3, "4.00");
        Receipt receipt = new Checkout().with(new BuyXPayY(3, 2, "tea")).checkOut(basket);
        assertEquals(List.of("10.00", "3.00", "5.00", "8.00"), costs(receipt));
        assertEquals("7.00", receipt.discount().toString());
    }

    @Test
    void groupsOfOtherSizes() {
        Basket basket = basket("a", 1, "1.00", "a", 1, "2.00", "a", 1, "3.00", "a", 1, "4.00", "a", 1, "5.00");
        assertEquals("9.00", new Checkout().with(new BuyXPayY(4, 1, "a")).checkOut(basket).discount().toString());
        assertEquals("15.00", new Checkout().with(new BuyXPayY(1, 0, "A")).checkOut(basket).discount().toString());
        assertEquals("0.00", new Checkout().with(new BuyXPayY(6, 1, "a")).checkOut(basket).discount().toString());
    }

    @Test
    void piecesThatDoNotComeOutEven() {
        Basket basket = new Basket().add("t", "tea", 3, Money.of("3.33"), 0);
        Receipt receipt = new Checkout().with(new MinimumSpend(Money.ZERO, Money.of("0.01"))).with(new BuyXPayY(3, 1, "tea")).checkOut(basket);
        assertEquals("3.33", receipt.total().toString());
        Receipt other = new Checkout().with(new MinimumSpend(Money.ZERO, Money.of("0.02"))).with(new BuyXPayY(2, 1, "tea")).checkOut(basket);
        assertEquals("6.65", other.total().toString());
    }

    @Test
    void aMinimumIsSpread() {
        Rule rule = new MinimumSpend(Money.of("10.00"), Money.of("1.00"));
        assertEquals(List.of("2.70", "6.30"), costs(new Checkout().with(rule).checkOut(basket("a", 1, "3.00", "b", 1, "7.00"))));
        assertEquals(List.of("3.00", "6.99"), costs(new Checkout().with(rule).checkOut(basket("a", 1, "3.00", "b", 1, "6.99"))));
        Rule third = new MinimumSpend(Money.ZERO, Money.of("1.00"));
        assertEquals(
                List.of("0.66", "0.67", "0.67"),
                costs(new Checkout().with(third).checkOut(basket("a", 1, "1.00", "b", 1, "1.00", "c", 1, "1.00"))));
    }

    @Test
    void aMinimumNeverTakesMoreThanThereIs() {
        Rule rule = new MinimumSpend(Money.ZERO, Money.of("5.00"));
        Receipt receipt = new Checkout().with(rule).checkOut(basket("a", 1, "1.00", "b", 1, "0.50"));
        assertEquals(List.of("0.00", "0.00"), costs(receipt));
        assertEquals("1.50", receipt.discount().toString());
        assertEquals("0.00", new Checkout().with(rule).checkOut(new Basket()).total().toString());
        Rule small = new MinimumSpend(Money.ZERO, Money.of("0.02"));
        assertEquals(List.of("0.00", "0.98"), costs(new Checkout().with(small).checkOut(basket("a", 1, "0.00", "b", 1, "1.00"))));
    }

    @Test
    void taxIsRoundedOncePerRate() {
        Basket basket = new Basket();
        for (int i = 0; i < 10; i++) {
            basket.add("a", "a", 1, Money.of("0.07"), 7).add("b", "b", 1, Money.of("0.02"), 20);
        }
        Receipt receipt = new Checkout().checkOut(basket);
        assertEquals("0.09", receipt.tax().toString());
        assertEquals("0.99", receipt.total().toString());
        assertEquals("0.04", new Checkout().with(new PercentOff(50)).checkOut(basket).tax().toString());
    }

    @Test
    void whatCannotBeBought() {
        Basket basket = new Basket();
        assertThrows(IllegalArgumentException.class, () -> basket.add("a", "a", 0, Money.of("1"), 0));
        assertThrows(IllegalArgumentException.class, () -> basket.add("a", "a", -1, Money.of("1"), 0));
        assertThrows(IllegalArgumentException.class, () -> basket.add("a", "a", 1, Money.of("-1"), 0));
        assertThrows(IllegalArgumentException.class, () -> basket.add("a", "a", 1, Money.of("1"), -7));
        assertEquals("0.00", new Checkout().checkOut(basket).total().toString());
    }

    @Test
    void nothingIsLostWhateverTheRules() {
        Random random = new Random(15);
        for (int round = 0; round < 300; round++) {
            Basket basket = new Basket();
            long full = 0;
            for (int i = random.nextInt(6); i >= 0; i--) {
                int count = 1 + random.nextInt(5);
                long price = random.nextInt(999);
                full += count * price;
                basket.add("p", random.nextBoolean() ? "a" : "b", count, Money.ofCents(price), 0);
            }
            Checkout checkout = new Checkout();
            for (int i = random.nextInt(4); i > 0; i--) {
                switch (random.nextInt(3)) {
                    case 0 -> checkout.with(new PercentOff(random.nextInt(101)));
                    case 1 -> checkout.with(new BuyXPayY(2 + random.nextInt(3), random.nextInt(2), "a"));
                    default -> checkout.with(new MinimumSpend(Money.ZERO, Money.ofCents(random.nextInt(2000))));
                }
            }
            Receipt receipt = checkout.checkOut(basket);
            assertEquals(full, receipt.net().plus(receipt.discount()).cents());
            assertTrue(receipt.lines().stream().noneMatch(line -> line.cost().isLessThan(Money.ZERO)));
        }
    }
}
