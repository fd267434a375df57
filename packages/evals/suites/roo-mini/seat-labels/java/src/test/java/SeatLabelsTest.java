import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeatLabelsTest {
    @Test
    void seatsOfTheFirstRow() {
        assertEquals("A1", SeatLabels.label(0, 10));
        assertEquals("A4", SeatLabels.label(3, 10));
        assertEquals("A10", SeatLabels.label(9, 10));
    }

    @Test
    void theNextRowBeginsAgain() {
        assertEquals("B1", SeatLabels.label(10, 10));
        assertEquals("C6", SeatLabels.label(25, 10));
        assertEquals("Z10", SeatLabels.label(259, 10));
    }

    @Test
    void rowsAfterZHaveTwoLetters() {
        assertEquals("AA1", SeatLabels.label(26, 1));
        assertEquals("AZ1", SeatLabels.label(51, 1));
        assertEquals("BA1", SeatLabels.label(52, 1));
        assertEquals("ZZ1", SeatLabels.label(701, 1));
    }

    @Test
    void rowsAfterZzHaveThree() {
        assertEquals("AAA1", SeatLabels.label(702, 1));
        assertEquals("ZZZ1", SeatLabels.label(18277, 1));
        assertEquals("AAAA1", SeatLabels.label(18278, 1));
    }

    @Test
    void labelsBackToSeats() {
        assertEquals(0, SeatLabels.seat("A1", 10));
        assertEquals(25, SeatLabels.seat("C6", 10));
        assertEquals(260, SeatLabels.seat("AA1", 10));
        assertEquals(4911, SeatLabels.seat("ZZ5", 7));
    }

    @Test
    void whatIsNotALabel() {
        List<String> texts =
                List.of("", "A", "7", "a1", "A0", "A01", "1A", "A-1", "A 1", "A1 ", "A1B", "A1\n", "\u00c41", "A\u0661");
        for (String text : texts) {
            assertThrows(IllegalArgumentException.class, () -> SeatLabels.seat(text, 10), text);
        }
    }

    @Test
    void aSeatThatTheRowDoesNotHave() {
        assertEquals(7, SeatLabels.seat("B4", 4));
        assertThrows(IllegalArgumentException.class, () -> SeatLabels.seat("B5", 4));
    }

    @Test
    void widthsAndSeatsThatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> SeatLabels.label(0, 0));
        assertThrows(IllegalArgumentException.class, () -> SeatLabels.label(-1, 5));
        assertThrows(IllegalArgumentException.class, () -> SeatLabels.seat("A1", 0));
        assertThrows(IllegalArgumentException.class, () -> SeatLabels.seat("A1", -3));
    }

    @Test
    void thereAndBack() {
        Random random = new Random(2);
        for (int i = 0; i < 1000; i++) {
            int width = 1 + random.nextInt(60);
            int seat = random.nextInt(2_000_000);
            assertEquals(seat, SeatLabels.seat(SeatLabels.label(seat, width), width));
        }
    }

    @Test
    void noTwoSeatsShareALabel() {
        Set<String> labels = new HashSet<>();
        for (int seat = 0; seat < 5000; seat++) {
            labels.add(SeatLabels.label(seat, 3));
        }
        assertEquals(5000, labels.size());
    }
}
