package calendar;

/** Two occurrences that overlap, the earlier one first. */
public record Conflict(Occurrence first, Occurrence second) {}
