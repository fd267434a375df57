package calendar;

import java.time.LocalDate;
import java.time.LocalTime;

/** Something that takes place. */
public final class Event {
    private final String title;
    private final LocalDate date;
    private final LocalTime start;
    private final LocalTime end;

    private Event(String title, LocalDate date, LocalTime start, LocalTime end) {
        if (!end.isAfter(start)) {
            throw new IllegalArgumentException("an event ends after it begins");
        }
        this.title = title;
        this.date = date;
        this.start = start;
        this.end = end;
    }

    public static Event single(String title, LocalDate date, LocalTime start, LocalTime end) {
        return new Event(title, date, start, end);
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
