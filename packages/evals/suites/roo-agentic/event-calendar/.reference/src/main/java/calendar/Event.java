package calendar;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.stream.Stream;

/** Something that takes place, once or again and again. */
public final class Event {
    private final String title;
    private final LocalDate date;
    private final LocalTime start;
    private final LocalTime end;
    private final Repetition repetition;

    private Event(String title, LocalDate date, LocalTime start, LocalTime end, Repetition repetition) {
        checkTimes(start, end);
        this.title = title;
        this.date = date;
        this.start = start;
        this.end = end;
        this.repetition = repetition;
    }

    public static Event single(String title, LocalDate date, LocalTime start, LocalTime end) {
        return new Event(title, date, start, end, Repetition.daily(1).times(1));
    }

    public static Event repeating(String title, LocalDate first, LocalTime start, LocalTime end, Repetition repetition) {
        return new Event(title, first, start, end, repetition);
    }

    static void checkTimes(LocalTime start, LocalTime end) {
        if (!end.isAfter(start)) {
            throw new IllegalArgumentException("an event ends after it begins");
        }
    }

    /** The days on which it is meant to be, from one day on, in order. */
    Stream<LocalDate> days(LocalDate from) {
        return repetition.days(date, from);
    }

    public String title() {
        return title;
    }

    public LocalDate date() {
        return date;
    }

    public LocalTime start() {
        return start;
    }

    public LocalTime end() {
        return end;
    }
}
