package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MoneyTest {
    @Test
    void everyCentCounts() {
        for (int cents = -20_000; cents < 20_000; cents++) {
            String text = (cents < 0 ? "-" : "") + Math.abs(cents) / 100 + String.format(".%02d", Math.abs(cents) % 100);
            assertEquals(cents, Money.of(text).cents());
            assertEquals(text.equals("-0.00") ? "0.00" : text, Money.ofCents(cents).toString());
        }
    }

    @Test
    void otherWaysToWriteIt() {
        assertEquals(List.of(500L, 550L, -5L, 0L), List.of(
                Money.of("5").cents(), Money.of("5.5").cents(), Money.of("-0.05").cents(), Money.of("-0").cents()));
    }

    @Test
    void whatIsNoAmount() {
        for (String text : List.of("", "x", "1.", ".5", "1.234", "1,5", "+1", "--1", "1e3", " 1", "NaN")) {
            assertThrows(IllegalArgumentException.class, () -> Money.of(text), text);
        }
    }

    @Test
    void halvesGoAwayFromZero() {
        assertEquals(13, Money.ofCents(25).percent(50).cents());
        assertEquals(-13, Money.ofCents(-25).percent(50).cents());
        assertEquals(12, Money.ofCents(49).percent(25).cents());
        assertEquals(0, Money.ofCents(49).percent(1).cents());
    }

    @Test
    void largeSums() {
        Money sum = Money.ZERO;
        for (int i = 0; i < 100_000; i++) {
            sum = sum.plus(Money.of("0.10"));
        }
        assertEquals("10000.00", sum.toString());
        assertEquals("90071992547409.93", Money.of("90071992547409.93").toString());
    }

    @Test
    void equality() {
        assertEquals(Money.of("1.5"), Money.ofCents(150));
        assertEquals(Money.of("1.5").hashCode(), Money.ofCents(150).hashCode());
        assertNotEquals(Money.of("1.5"), Money.of("1.51"));
        assertTrue(Money.ZERO.isLessThan(Money.of("0.01")));
    }
}
