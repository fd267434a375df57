import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NumberRangesTest {
    @Test
    void numbersThatFollowOneAnotherBecomeARange() {
        assertEquals("1-4,7,9,10", NumberRanges.compact(List.of(1, 2, 3, 4, 7, 9, 10)));
    }

    @Test
    void orderAndRepetitionDoNotMatter() {
        assertEquals("1-3", NumberRanges.compact(List.of(3, 1, 2, 3, 1)));
    }

    @Test
    void largeNumbersFollowOneAnotherToo() {
        assertEquals("1000-1003,2000", NumberRanges.compact(List.of(1001, 1000, 1003, 1002, 2000)));
    }

    @Test
    void nothingIsAnEmptyText() {
        assertEquals("", NumberRanges.compact(List.of()));
        assertEquals(List.of(), NumberRanges.expand(""));
        assertEquals(List.of(), NumberRanges.expand("   "));
    }

    @Test
    void negativeNumbers() {
        assertEquals("-3--1,5", NumberRanges.compact(List.of(-1, -3, -2, 5)));
        assertEquals("-1-1", NumberRanges.compact(List.of(-1, 0, 1)));
        assertEquals(List.of(-3, -2, -1, 5), NumberRanges.expand("-3--1,5"));
    }

    @Test
    void expanding() {
        assertEquals(List.of(1, 2, 3, 4, 7, 9, 10), NumberRanges.expand("1-4,7,9,10"));
    }

    @Test
    void partsInAnyOrderThatOverlap() {
        assertEquals(List.of(2, 3, 4, 5, 6, 8), NumberRanges.expand("8,2-5,4-6,5-5"));
    }

    @Test
    void spacesAroundParts() {
        assertEquals(List.of(1, 2, 4), NumberRanges.expand(" 1-2 , 4 "));
    }

    @Test
    void whatIsNoListOfRanges() {
        List<String> texts = List.of(
                "a", "1,,2", ",", "1,", "4-1", "-1--3", "+1", "1-", "-", "1 - 2", "1 2", "1-2-3", "1.5", "\u0661");
        for (String text : texts) {
            assertThrows(IllegalArgumentException.class, () -> NumberRanges.expand(text), text);
        }
    }

    @Test
    void thereAndBack() {
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            List<Integer> numbers = new ArrayList<>();
            for (int count = random.nextInt(30); count > 0; count--) {
                numbers.add(random.nextInt(41) - 20);
            }
            List<Integer> want = new ArrayList<>(new TreeSet<>(numbers));
            assertEquals(want, NumberRanges.expand(NumberRanges.compact(numbers)));
        }
    }

    @Test
    void noShorterTextIsMissed() {
        Random random = new Random(4);
        for (int i = 0; i < 300; i++) {
            TreeSet<Integer> numbers = new TreeSet<>();
            while (numbers.size() < 25) {
                numbers.add(random.nextInt(41));
            }
            long want = numbers.stream()
                    .filter(number -> !numbers.contains(number - 1) || !numbers.contains(number + 1))
                    .count();
            assertEquals(want, NumberRanges.compact(numbers).split("[-,]").length);
        }
    }
}
