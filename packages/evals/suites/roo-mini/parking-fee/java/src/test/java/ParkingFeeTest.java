import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ParkingFeeTest {
    private static final int DAY = 24 * 60;

    private static void expect(int want, int... stays) {
        for (int minutes : stays) {
            assertEquals(want, ParkingFee.fee(minutes), minutes + " minutes");
        }
    }

    @Test
    void aShortStayIsFree() {
        expect(0, 0, 1, 15);
    }

    @Test
    void theFirstHourIsChargedWhole() {
        expect(250, 16, 59, 60);
    }

    @Test
    void anHourCountsAsSoonAsItHasBegun() {
        expect(500, 61, 120);
        expect(750, 121);
    }

    @Test
    void theDayHasALimit() {
        expect(1750, 7 * 60);
        expect(1800, 7 * 60 + 1, 12 * 60, DAY);
    }

    @Test
    void theNextDayIsChargedOnTop() {
        expect(2050, DAY + 1);
        expect(2300, DAY + 61);
        expect(3600, 2 * DAY);
    }

    @Test
    void nothingOfALaterDayIsFree() {
        expect(2050, DAY + 15);
        expect(5650, 3 * DAY + 1);
    }

    @Test
    void aNegativeTimeIsAnError() {
        assertThrows(IllegalArgumentException.class, () -> ParkingFee.fee(-1));
        assertThrows(IllegalArgumentException.class, () -> ParkingFee.fee(-DAY));
    }

    @Test
    void stayingLongerNeverCostsLess() {
        for (int minutes = 1; minutes < 4 * DAY; minutes++) {
            assertTrue(ParkingFee.fee(minutes) >= ParkingFee.fee(minutes - 1), minutes + " minutes");
        }
    }

    @Test
    void aWholeDayMoreCostsADayMore() {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            int minutes = 16 + random.nextInt(100 * DAY);
            assertEquals(ParkingFee.fee(minutes) + 1800, ParkingFee.fee(minutes + DAY));
        }
    }
}
