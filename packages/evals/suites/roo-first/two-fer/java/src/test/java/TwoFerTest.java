import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TwoFerTest {
    @Test
    void withAName() {
        assertEquals("A loaf for Ada and a loaf for me.", TwoFer.twoFer("Ada"));
        assertEquals("A loaf for Bo Li and a loaf for me.", TwoFer.twoFer("Bo Li"));
    }

    @Test
    void withoutAName() {
        assertEquals("A loaf for a friend and a loaf for me.", TwoFer.twoFer(null));
        assertEquals("A loaf for a friend and a loaf for me.", TwoFer.twoFer(""));
    }

    @Test
    void withSpaces() {
        assertEquals("A loaf for a friend and a loaf for me.", TwoFer.twoFer("  "));
        assertEquals("A loaf for Ada and a loaf for me.", TwoFer.twoFer(" Ada "));
    }
}
