package calendar;

import java.time.LocalDate;
import java.time.LocalTime;

/** One time that an event takes place. */
public record Occurrence(int id, String title, LocalDate date, LocalTime start, LocalTime end) {}
