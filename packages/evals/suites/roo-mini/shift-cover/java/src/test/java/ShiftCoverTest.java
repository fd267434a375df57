import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShiftCoverTest {
    private static final int DAY = 1440;

    private static List<ShiftCover.Stretch> stretches(int... ends) {
        List<ShiftCover.Stretch> list = new ArrayList<>();
        for (int i = 0; i < ends.length; i += 2) {
            list.add(new ShiftCover.Stretch(ends[i], ends[i + 1]));
        }
        return list;
    }

    private static ShiftCover.Peak peak(int count, int minute) {
        return new ShiftCover.Peak(count, minute);
    }

    @Test
    void withoutShiftsTheWholeDayIsAGap() {
        assertEquals(stretches(0, DAY), ShiftCover.gaps(List.of()));
        assertEquals(peak(0, 0), ShiftCover.busiest(List.of()));
    }

    @Test
    void aShiftLeavesGapsOnBothSides() {
        assertEquals(stretches(0, 480, 960, DAY), ShiftCover.gaps(stretches(480, 960)));
        assertEquals(peak(1, 480), ShiftCover.busiest(stretches(480, 960)));
    }

    @Test
    void aWholeDayLeavesNone() {
        assertEquals(List.of(), ShiftCover.gaps(stretches(0, DAY)));
        assertEquals(List.of(), ShiftCover.gaps(stretches(600, 1200, 1200, 600)));
    }

    @Test
    void shiftsThatTouchLeaveNoGapAndDoNotOverlap() {
        List<ShiftCover.Stretch> shifts = List.copyOf(stretches(600, 700, 500, 600));
        assertEquals(stretches(0, 500, 700, DAY), ShiftCover.gaps(shifts));
        assertEquals(peak(1, 500), ShiftCover.busiest(shifts));
    }

    @Test
    void pastMidnight() {
        assertEquals(stretches(360, 1320), ShiftCover.gaps(stretches(1320, 360)));
        assertEquals(peak(2, 300), ShiftCover.busiest(stretches(1320, 360, 300, 400)));
        assertEquals(peak(1, 0), ShiftCover.busiest(stretches(1320, 360)));
    }

    @Test
    void anEndAtMidnight() {
        assertEquals(stretches(0, 1200), ShiftCover.gaps(stretches(1200, 0)));
        assertEquals(stretches(0, 1200), ShiftCover.gaps(stretches(1200, DAY)));
        assertEquals(peak(1, 1200), ShiftCover.busiest(stretches(1200, 0)));
    }

    @Test
    void oneWithinAnother() {
        List<ShiftCover.Stretch> shifts = stretches(100, 900, 200, 300, 250, 260);
        assertEquals(stretches(0, 100, 900, DAY), ShiftCover.gaps(shifts));
        assertEquals(peak(3, 250), ShiftCover.busiest(shifts));
    }

    @Test
    void theFirstOfTwoBusyTimes() {
        assertEquals(peak(2, 90), ShiftCover.busiest(stretches(600, 660, 600, 660, 60, 120, 90, 180)));
    }

    @Test
    void whatIsNoShift() {
        for (ShiftCover.Stretch shift : stretches(5, 5, 0, 0, -1, 5, DAY, 5, 5, -1, 5, DAY + 1)) {
            assertThrows(IllegalArgumentException.class, () -> ShiftCover.gaps(List.of(shift)), shift.toString());
            assertThrows(IllegalArgumentException.class, () -> ShiftCover.busiest(List.of(shift)), shift.toString());
        }
    }

    @Test
    void asCountedMinuteByMinute() {
        Random random = new Random(5);
        for (int round = 0; round < 60; round++) {
            List<ShiftCover.Stretch> shifts = new ArrayList<>();
            int[] counts = new int[DAY];
            for (int i = random.nextInt(8); i >= 0; i--) {
                int start = random.nextInt(DAY);
                int end = random.nextInt(DAY + 1);
                if (start == end || end - start == DAY) {
                    continue;
                }
                shifts.add(new ShiftCover.Stretch(start, end));
                for (int minute = start; minute == start || minute % DAY != end % DAY; minute++) {
                    counts[minute % DAY]++;
                }
            }
            List<ShiftCover.Stretch> free = new ArrayList<>();
            ShiftCover.Peak most = peak(0, 0);
            for (int minute = 0; minute < DAY; minute++) {
                if (counts[minute] > most.count()) {
                    most = peak(counts[minute], minute);
                }
                if (counts[minute] == 0) {
                    int since = minute;
                    while (minute < DAY && counts[minute] == 0) {
                        minute++;
                    }
                    free.add(new ShiftCover.Stretch(since, minute));
                    minute--;
                }
            }
            assertEquals(most, ShiftCover.busiest(shifts));
            assertEquals(free, ShiftCover.gaps(shifts));
        }
    }
}
