import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VersionPickerTest {
    private static final List<String> ALL = new ArrayList<>();

    static {
        for (int i = 0; i < 64; i++) {
            ALL.add(i / 16 + "." + i / 4 % 4 + "." + i % 4);
        }
    }

    /** An empty text stands for none. */
    private static void expect(String want, String range, List<String> versions) {
        assertEquals(want, VersionPicker.pick(range, versions).orElse(""), range);
    }

    private static void expectAll(Map<String, String> cases) {
        cases.forEach((range, want) -> expect(want, range, ALL));
    }

    @Test
    void numbersAreComparedAsNumbers() {
        expect("1.10.0", "1", List.of("1.9.9", "1.10.0", "1.2.30"));
    }

    @Test
    void noneIsAllowed() {
        expect("", "9", ALL);
        expect("", "*", List.of());
    }

    @Test
    void versionsAndTheirBeginnings() {
        expectAll(Map.of("1.2.3", "1.2.3", "=1.2", "1.2.3", "1", "1.3.3", "*", "3.3.3", "x", "3.3.3"));
    }

    @Test
    void placeholders() {
        expectAll(Map.of("1.x", "1.3.3", "1.2.*", "1.2.3", "1.x.*", "1.3.3", "*.x", "3.3.3", "<=1.x", "1.3.3"));
    }

    @Test
    void aboveAndBelow() {
        expectAll(Map.of(
                "<1.2", "1.1.3", "<=1.2", "1.2.3", "<=1.2.1", "1.2.1", "<1", "0.3.3", ">3", "", ">1.2 <1.3", "",
                ">1.2 <1.3.1", "1.3.0", ">=1.2 <1.2.1", "1.2.0"));
    }

    @Test
    void tilde() {
        expectAll(Map.of("~1.2.1", "1.2.3", "~1.2", "1.2.3", "~1", "1.3.3", "~1.2.2 <1.2.2", ""));
    }

    @Test
    void caret() {
        expectAll(Map.of(
                "^1.2.3", "1.3.3", "^0.2.1", "0.2.3", "^0.0.2", "0.0.2", "^0.0.0", "0.0.0", "^0.0", "0.0.3", "^0", "0.3.3",
                "^0.x", "0.3.3", "^1.x", "1.3.3", "^0.1", "0.1.3"));
    }

    @Test
    void alternatives() {
        expectAll(Map.of("1.2.3||  =2.0.0 || ~0.1 ", "2.0.0", "7 || ~0.1", "0.1.3"));
    }

    @Test
    void whatIsNoRange() {
        List<String> texts = List.of(
                "", " ", "||", "1||", "1 || || 2", "a", "1.a", "01", "1.02", "1.2.3.4", "1.", ".1", "1..2", "-1", "+1", "> 1",
                "=>1", ">x", "^*", "~x", "1.x.2", "*.1", "1.2.3-4", "v1", "1,2", "1|2", "<>1", "1\t2", "==1", "1234567890");
        for (String text : texts) {
            assertThrows(
                    IllegalArgumentException.class, () -> VersionPicker.pick(text, List.of("1.2.3")), "'" + text + "'");
        }
    }

    @Test
    void whatIsNoVersion() {
        List<String> texts = List.of(
                "", "1", "1.2", "1.2.x", "01.2.3", "1.2.3 ", "1.2.3.4", "v1.2.3", "1.-2.3", "1.2.1234567890");
        for (String text : texts) {
            assertThrows(
                    IllegalArgumentException.class, () -> VersionPicker.pick("9", List.of("1.2.3", text)), "'" + text + "'");
        }
    }

    @Test
    void halfOpenIntervals() {
        Random random = new Random(10);
        for (int round = 0; round < 300; round++) {
            int low = random.nextInt(63);
            int high = low + 1 + random.nextInt(63 - low);
            List<String> shuffled = new ArrayList<>(ALL);
            Collections.shuffle(shuffled, random);
            expect(ALL.get(high - 1), ">=" + ALL.get(low) + " <" + ALL.get(high), shuffled);
        }
    }

    @Test
    void aVersionSatisfiesWhatIsBuiltFromIt() {
        for (String version : ALL) {
            for (String sign : List.of("", "=", ">=", "<=", "~", "^")) {
                expect(version, sign + version, List.of(version));
            }
            expect("", "<" + version + " || >" + version, List.of(version));
        }
    }
}
