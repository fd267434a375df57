package calendar;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Events by number. */
public final class Calendar {
    private static final Comparator<Occurrence> ORDER = Comparator.comparing(Occurrence::date)
            .thenComparing(Occurrence::start)
            .thenComparing(Occurrence::title)
            .thenComparing(Occurrence::id);

    /** An event, and what became of the days on which it was meant to be: elsewhere, or nowhere. */
    private record Entry(Event event, Map<LocalDate, Optional<Occurrence>> exceptions) {}

    private final Map<Integer, Entry> entries = new TreeMap<>();
    private int lastId = 0;

    /** Returns the number of the event. */
    public int add(Event event) {
        lastId++;
        entries.put(lastId, new Entry(event, new HashMap<>()));
        return lastId;
    }

    /** Takes the occurrence out that was meant to be on that day. */
    public void cancel(int id, LocalDate date) {
        Entry entry = entry(id, date);
        entry.exceptions().put(date, Optional.empty());
    }

    /** Puts the occurrence elsewhere that was meant to be on that day. */
    public void move(int id, LocalDate date, LocalDate newDate, LocalTime newStart, LocalTime newEnd) {
        Event.checkTimes(newStart, newEnd);
        Entry entry = entry(id, date);
        Optional<Occurrence> known = entry.exceptions().get(date);
        if (known != null && known.isEmpty()) {
            throw new NoSuchElementException("what was on " + date + " is cancelled");
        }
        entry.exceptions().put(date, Optional.of(new Occurrence(id, entry.event().title(), newDate, newStart, newEnd)));
    }

    /** What takes place from one day to another, both included. */
    public List<Occurrence> between(LocalDate from, LocalDate to) {
        List<Occurrence> found = new ArrayList<>();
        entries.forEach((id, entry) -> {
            untouched(id, entry, from).takeWhile(each -> !each.date().isAfter(to)).forEach(found::add);
            moved(entry).filter(each -> !each.date().isBefore(from) && !each.date().isAfter(to)).forEach(found::add);
        });
        found.sort(ORDER);
        return found;
    }

    /** The earliest occurrence of an event after a day. */
    public Optional<Occurrence> next(int id, LocalDate after) {
        Entry entry = entry(id);
        LocalDate from = after.plusDays(1);
        Stream<Occurrence> candidates = Stream.concat(
                untouched(id, entry, from).limit(1), moved(entry).filter(each -> !each.date().isBefore(from)));
        return candidates.min(ORDER);
    }

    /** All pairs that overlap. */
    public List<Conflict> conflicts(LocalDate from, LocalDate to) {
        List<Occurrence> all = between(from, to);
        List<Conflict> found = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Occurrence first = all.get(i);
            for (Occurrence second : all.subList(i + 1, all.size())) {
                if (!second.date().equals(first.date())) {
                    break;
                }
                boolean overlaps = first.start().isBefore(second.end()) && second.start().isBefore(first.end());
                if (first.id() != second.id() && overlaps) {
                    found.add(new Conflict(first, second));
                }
            }
        }
        return found;
    }

    private static Stream<Occurrence> untouched(int id, Entry entry, LocalDate from) {
        Event event = entry.event();
        return event.days(from)
                .filter(day -> !entry.exceptions().containsKey(day))
                .map(day -> new Occurrence(id, event.title(), day, event.start(), event.end()));
    }

    private static Stream<Occurrence> moved(Entry entry) {
        return entry.exceptions().values().stream().flatMap(Optional::stream).collect(Collectors.toList()).stream();
    }

    private Entry entry(int id) {
        Entry entry = entries.get(id);
        if (entry == null) {
            throw new NoSuchElementException("there is no event " + id);
        }
        return entry;
    }

    private Entry entry(int id, LocalDate date) {
        Entry entry = entry(id);
        boolean isMeant = entry.event().days(date).findFirst().filter(date::equals).isPresent();
        if (!isMeant) {
            throw new NoSuchElementException("nothing was meant to be on " + date);
        }
        return entry;
    }
}
