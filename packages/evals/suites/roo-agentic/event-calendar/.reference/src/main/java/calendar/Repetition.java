package calendar;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** When an event comes again. */
public final class Repetition {
    private enum Unit {
        DAY,
        WEEK,
        MONTH,
        YEAR
    }

    private final Unit unit;
    private final int every;
    private final Set<DayOfWeek> days;
    private final LocalDate last;
    private final int count;

    private Repetition(Unit unit, int every, Set<DayOfWeek> days, LocalDate last, int count) {
        if (every < 1 || count < 1) {
            throw new IllegalArgumentException("every " + every + ", " + count + " times");
        }
        this.unit = unit;
        this.every = every;
        this.days = days;
        this.last = last;
        this.count = count;
    }

    public static Repetition daily(int every) {
        return new Repetition(Unit.DAY, every, Set.of(), LocalDate.MAX, Integer.MAX_VALUE);
    }

    public static Repetition weekly(int every, Set<DayOfWeek> days) {
        return new Repetition(Unit.WEEK, every, Set.copyOf(days), LocalDate.MAX, Integer.MAX_VALUE);
    }

    public static Repetition monthly(int every) {
        return new Repetition(Unit.MONTH, every, Set.of(), LocalDate.MAX, Integer.MAX_VALUE);
    }

    public static Repetition yearly(int every) {
        return new Repetition(Unit.YEAR, every, Set.of(), LocalDate.MAX, Integer.MAX_VALUE);
    }

    /** Ended with the last occurrence on or before that day. */
    public Repetition until(LocalDate day) {
        return new Repetition(unit, every, days, day, count);
    }

    /** Ended after so many occurrences. */
    public Repetition times(int times) {
        return new Repetition(unit, every, days, last, times);
    }

    /** The days of an event that began on the first, from one day on, in order. Without an end when the event has none. */
    Stream<LocalDate> days(LocalDate first, LocalDate from) {
        boolean isCounted = count < Integer.MAX_VALUE;
        Stream<LocalDate> all = isCounted ? rounds(first, 0).limit(count) : rounds(first, roundOf(first, from));
        return all.takeWhile(day -> !day.isAfter(last)).dropWhile(day -> day.isBefore(from));
    }

    /** A round that is not after the day: from there on nothing is missed. */
    private long roundOf(LocalDate first, LocalDate day) {
        long units = switch (unit) {
            case DAY -> ChronoUnit.DAYS.between(first, day);
            case WEEK -> ChronoUnit.WEEKS.between(first.with(DayOfWeek.MONDAY), day);
            case MONTH -> ChronoUnit.MONTHS.between(first, day);
            case YEAR -> ChronoUnit.YEARS.between(first, day);
        };
        return Math.max(0, units / every - 1);
    }

    private Stream<LocalDate> rounds(LocalDate first, long begin) {
        return Stream.iterate(begin, round -> round + 1).flatMap(round -> round(first, round * every));
    }

    private Stream<LocalDate> round(LocalDate first, long units) {
        switch (unit) {
            case DAY:
                return Stream.of(first.plusDays(units));
            case MONTH:
                return Stream.of(first.plusMonths(units)).filter(day -> day.getDayOfMonth() == first.getDayOfMonth());
            case YEAR:
                return Stream.of(first.plusYears(units)).filter(day -> day.getDayOfMonth() == first.getDayOfMonth());
            default:
                LocalDate monday = first.with(DayOfWeek.MONDAY).plusWeeks(units);
                return IntStream.range(0, 7).mapToObj(monday::plusDays).filter(day -> isMeant(day, first));
        }
    }

    private boolean isMeant(LocalDate day, LocalDate first) {
        boolean isNamed = days.isEmpty() ? day.getDayOfWeek() == first.getDayOfWeek() : days.contains(day.getDayOfWeek());
        return day.equals(first) || (isNamed && day.isAfter(first));
    }
}
