package calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RepetitionTest {
    private static final LocalTime NINE = LocalTime.of(9, 0);
    private static final LocalTime TEN = LocalTime.of(10, 0);
    private static final LocalTime NOON = LocalTime.of(12, 0);

    private final Calendar calendar = new Calendar();

    /** A Monday is 2024-05-06. */
    private static LocalDate day(String text) {
        return LocalDate.parse(text);
    }

    private int add(String title, String first, Repetition repetition) {
        return calendar.add(Event.repeating(title, day(first), NINE, TEN, repetition));
    }

    private List<String> dates(String from, String to) {
        return calendar.between(day(from), day(to)).stream().map(each -> each.date().toString()).collect(Collectors.toList());
    }

    @Test
    void everyFewDays() {
        add("a", "2024-05-06", Repetition.daily(3));
        assertEquals(List.of("2024-05-06", "2024-05-09", "2024-05-12"), dates("2024-05-01", "2024-05-14"));
        assertEquals(List.of("2024-05-12"), dates("2024-05-10", "2024-05-12"));
    }

    @Test
    void everyFewWeeks() {
        add("a", "2024-05-08", Repetition.weekly(2, Set.of(DayOfWeek.MONDAY, DayOfWeek.FRIDAY)));
        List<String> want = List.of("2024-05-08", "2024-05-10", "2024-05-20", "2024-05-24", "2024-06-03");
        assertEquals(want, dates("2024-05-01", "2024-06-05"));
    }

    @Test
    void theWeekdayOfTheFirst() {
        add("a", "2024-05-12", Repetition.weekly(1, Set.of()));
        assertEquals(List.of("2024-05-12", "2024-05-19", "2024-05-26"), dates("2024-05-01", "2024-05-31"));
    }

    @Test
    void everyFewMonths() {
        add("a", "2024-01-31", Repetition.monthly(1));
        assertEquals(List.of("2024-01-31", "2024-03-31", "2024-05-31"), dates("2024-01-01", "2024-06-30"));
        add("b", "2023-12-15", Repetition.monthly(5));
        assertEquals(List.of("2024-10-15"), dates("2024-10-01", "2024-10-30"));
    }

    @Test
    void everyFewYears() {
        add("a", "2020-02-29", Repetition.yearly(1));
        assertEquals(List.of("2020-02-29", "2024-02-29", "2028-02-29"), dates("2020-01-01", "2030-01-01"));
        add("b", "2000-03-01", Repetition.yearly(3));
        assertEquals(List.of("2021-03-01"), dates("2021-01-01", "2022-12-31"));
    }

    @Test
    void ends() {
        add("a", "2024-05-06", Repetition.daily(1).until(day("2024-05-07")));
        add("b", "2024-06-01", Repetition.daily(2).times(3));
        add("c", "2024-07-01", Repetition.daily(1).times(5).until(day("2024-07-02")));
        add("d", "2024-08-01", Repetition.daily(1).until(day("2024-08-09")).times(1));
        add("e", "2024-01-31", Repetition.monthly(1).times(2));
        List<String> want = List.of(
                "2024-01-31", "2024-03-31", "2024-05-06", "2024-05-07", "2024-06-01", "2024-06-03", "2024-06-05", "2024-07-01",
                "2024-07-02", "2024-08-01");
        assertEquals(want, dates("2024-01-01", "2025-01-01"));
    }

    @Test
    void repetitionsDoNotChange() {
        Repetition daily = Repetition.daily(1);
        daily.times(1);
        daily.until(day("2024-05-06"));
        add("a", "2024-05-06", daily);
        assertEquals(3, dates("2024-05-06", "2024-05-08").size());
    }

    @Test
    void whatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> Repetition.daily(0));
        assertThrows(IllegalArgumentException.class, () -> Repetition.weekly(-1, Set.of()));
        assertThrows(IllegalArgumentException.class, () -> Repetition.monthly(0));
        assertThrows(IllegalArgumentException.class, () -> Repetition.yearly(0));
        assertThrows(IllegalArgumentException.class, () -> Repetition.daily(1).times(0));
        assertThrows(
                IllegalArgumentException.class,
                () -> Event.repeating("a", day("2024-05-06"), TEN, NINE, Repetition.daily(1)));
        int id = add("a", "2024-05-06", Repetition.daily(1));
        assertThrows(
                IllegalArgumentException.class, () -> calendar.move(id, day("2024-05-06"), day("2024-05-07"), TEN, TEN));
    }

    @Test
    void cancelling() {
        int id = add("a", "2024-05-06", Repetition.daily(1).times(3));
        calendar.cancel(id, day("2024-05-07"));
        calendar.cancel(id, day("2024-05-07"));
        assertEquals(List.of("2024-05-06", "2024-05-08"), dates("2024-05-01", "2024-05-31"));
        assertThrows(NoSuchElementException.class, () -> calendar.cancel(id, day("2024-05-09")));
        assertThrows(NoSuchElementException.class, () -> calendar.cancel(99, day("2024-05-06")));
    }

    @Test
    void moving() {
        int id = add("a", "2024-05-06", Repetition.daily(7).times(3));
        calendar.move(id, day("2024-05-13"), day("2024-06-01"), TEN, NOON);
        assertEquals(List.of("2024-05-06", "2024-05-20", "2024-06-01"), dates("2024-05-01", "2024-06-30"));
        assertEquals(List.of(new Occurrence(id, "a", day("2024-06-01"), TEN, NOON)), calendar.between(day("2024-06-01"), day("2024-06-01")));
        calendar.move(id, day("2024-05-13"), day("2024-05-01"), NINE, TEN);
        assertEquals(List.of("2024-05-01", "2024-05-06", "2024-05-20"), dates("2024-05-01", "2024-06-30"));
        assertThrows(NoSuchElementException.class, () -> calendar.move(id, day("2024-05-01"), day("2024-05-02"), NINE, TEN));
        calendar.cancel(id, day("2024-05-13"));
        assertEquals(List.of("2024-05-06", "2024-05-20"), dates("2024-05-01", "2024-06-30"));
        assertThrows(NoSuchElementException.class, () -> calendar.move(id, day("2024-05-13"), day("2024-05-02"), NINE, TEN));
    }

    @Test
    void singleEventsTakeExceptionsToo() {
        int id = calendar.add(Event.single("a", day("2024-05-06"), NINE, TEN));
        calendar.move(id, day("2024-05-06"), day("2024-05-09"), NINE, TEN);
        assertEquals(List.of("2024-05-09"), dates("2024-05-01", "2024-05-31"));
        calendar.cancel(id, day("2024-05-06"));
        assertEquals(List.of(), dates("2024-05-01", "2024-05-31"));
        assertEquals(Optional.empty(), calendar.next(id, day("2024-05-01")));
    }

    @Test
    void theNextOne() {
        int id = add("a", "2024-05-06", Repetition.weekly(1, Set.of()).times(3));
        assertEquals(day("2024-05-06"), calendar.next(id, day("2000-01-01")).orElseThrow().date());
        assertEquals(day("2024-05-13"), calendar.next(id, day("2024-05-06")).orElseThrow().date());
        assertEquals(Optional.empty(), calendar.next(id, day("2024-05-20")));
        calendar.move(id, day("2024-05-06"), day("2024-05-15"), NINE, TEN);
        calendar.cancel(id, day("2024-05-20"));
        assertEquals(day("2024-05-15"), calendar.next(id, day("2024-05-13")).orElseThrow().date());
        assertEquals(Optional.empty(), calendar.next(id, day("2024-05-15")));
        assertThrows(NoSuchElementException.class, () -> calendar.next(99, day("2024-05-06")));
    }

    @Test
    void conflicts() {
        int first = add("a", "2024-05-06", Repetition.daily(1));
        int second = calendar.add(Event.single("b", day("2024-05-07"), LocalTime.of(9, 30), NOON));
        int third = calendar.add(Event.single("c", day("2024-05-07"), TEN, LocalTime.of(11, 0)));
        List<String> pairs = calendar.conflicts(day("2024-05-01"), day("2024-05-31")).stream()
                .map(pair -> pair.first().id() + " " + pair.second().id() + " " + pair.first().date())
                .collect(Collectors.toList());
        assertEquals(List.of(first + " " + second + " 2024-05-07", second + " " + third + " 2024-05-07"), pairs);
        calendar.move(first, day("2024-05-08"), day("2024-05-07"), NINE, TEN);
        assertEquals(3, calendar.conflicts(day("2024-05-01"), day("2024-05-31")).size());
    }

    @Test
    void longAgo() {
        add("day", "1900-01-01", Repetition.daily(1));
        add("week", "1900-01-01", Repetition.weekly(3, Set.of(DayOfWeek.MONDAY, DayOfWeek.SUNDAY)));
        add("month", "1900-01-31", Repetition.monthly(1));
        int counted = add("counted", "1900-01-01", Repetition.daily(1).times(50_000));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int i = 0; i < 200; i++) {
                dates("2400-01-01", "2400-01-02");
            }
        });
        assertEquals(day("1900-01-01").plusDays(49_999), calendar.next(counted, day("1900-01-01").plusDays(49_998)).orElseThrow().date());
        assertEquals(Optional.empty(), calendar.next(counted, day("1900-01-01").plusDays(49_999)));
    }

    @Test
    void asWhenCountedDayByDay() {
        for (int every = 1; every <= 4; every++) {
            Calendar own = new Calendar();
            Set<DayOfWeek> days = Set.of(DayOfWeek.TUESDAY, DayOfWeek.SATURDAY);
            LocalDate first = day("2024-02-28");
            own.add(Event.repeating("a", first, NINE, TEN, Repetition.weekly(every, days)));
            LocalDate monday = first.with(DayOfWeek.MONDAY);
            for (LocalDate date = day("2024-02-01"); date.isBefore(day("2024-12-31")); date = date.plusDays(1)) {
                long weeks = Math.floorDiv(date.toEpochDay() - monday.toEpochDay(), 7);
                boolean isMeant = date.equals(first) || (date.isAfter(first) && weeks % every == 0 && days.contains(date.getDayOfWeek()));
                assertEquals(isMeant ? 1 : 0, own.between(date, date).size(), date.toString());
            }
        }
    }
}
