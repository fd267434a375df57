package calendar;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Events by number. */
public final class Calendar {
    private static final Comparator<Occurrence> ORDER = Comparator.comparing(Occurrence::date)
            .thenComparing(Occurrence::start)
            .thenComparing(Occurrence::title)
            .thenComparing(Occurrence::id);

    private final Map<Integer, Event> events = new TreeMap<>();
    private int lastId = 0;

    /** Returns the number of the event. */
    public int add(Event event) {
        lastId++;
        events.put(lastId, event);
        return lastId;
    }

    /** What takes place from one day to another, both included. */
    public List<Occurrence> between(LocalDate from, LocalDate to) {
        List<Occurrence> found = new ArrayList<>();
        events.forEach((id, event) -> {
            if (!event.date().isBefore(from) && !event.date().isAfter(to)) {
                found.add(new Occurrence(id, event.title(), event.date(), event.start(), event.end()));
            }
        });
        found.sort(ORDER);
        return found;
    }
}
