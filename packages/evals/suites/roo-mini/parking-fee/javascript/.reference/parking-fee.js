const freeMinutes = 15;
const hourCents = 250;
const dayCents = 1800;
const dayMinutes = 24 * 60;

/** The fee in cents for a stay of so many minutes. Throws a RangeError for a negative time. */
export function fee(minutes) {
  if (minutes < 0) throw new RangeError("a stay cannot be negative");
  if (minutes <= freeMinutes) return 0;
  const days = Math.floor(minutes / dayMinutes);
  const startedHours = Math.ceil((minutes % dayMinutes) / 60);
  return days * dayCents + Math.min(startedHours * hourCents, dayCents);
}
