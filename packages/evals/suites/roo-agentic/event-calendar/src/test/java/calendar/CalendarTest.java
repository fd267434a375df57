package calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalendarTest {
    private static final LocalDate DAY = LocalDate.of(2024, 5, 6);

    @Test
    void singleEvents() {
        Calendar calendar = new Calendar();
        int second = calendar.add(Event.single("tea", DAY, LocalTime.of(16, 0), LocalTime.of(17, 0)));
        int first = calendar.add(Event.single("run", DAY, LocalTime.of(7, 0), LocalTime.of(8, 0)));
        calendar.add(Event.single("later", DAY.plusDays(1), LocalTime.of(7, 0), LocalTime.of(8, 0)));
        List<Occurrence> found = calendar.between(DAY, DAY);
        assertEquals(List.of(first, second), List.of(found.get(0).id(), found.get(1).id()));
        assertEquals(2, found.size());
    }

    @Test
    void anEventEndsAfterItBegins() {
        LocalTime noon = LocalTime.of(12, 0);
        assertThrows(IllegalArgumentException.class, () -> Event.single("x", DAY, noon, noon));
    }
}
