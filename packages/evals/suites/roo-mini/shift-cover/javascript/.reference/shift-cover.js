const day = 1440;

/** Where nobody is there, as `[[start, end], …]`. Shifts are `[start, end]`. Throws a RangeError. */
export function gaps(shifts) {
  const found = [];
  let freeSince = 0;
  for (const [start, end] of shifts.flatMap(pieces).sort(([one], [other]) => one - other)) {
    if (start > freeSince) found.push([freeSince, start]);
    freeSince = Math.max(freeSince, end);
  }
  if (freeSince < day) found.push([freeSince, day]);
  return found;
}

/** How many shifts overlap at most, and since when: `{ count, minute }`. Throws a RangeError. */
export function busiest(shifts) {
  const changes = new Array(day + 1).fill(0);
  for (const [start, end] of shifts.flatMap(pieces)) {
    changes[start] += 1;
    changes[end] -= 1;
  }
  let best = { count: 0, minute: 0 };
  let count = 0;
  changes.forEach((change, minute) => {
    count += change;
    if (count > best.count) best = { count, minute };
  });
  return best;
}

/** A shift as stretches that do not go past midnight. */
function pieces([start, end]) {
  if (start < 0 || start >= day || end < 0 || end > day || start === end)
    throw new RangeError(`${start} to ${end} is no shift`);
  if (start < end) return [[start, end]];
  return end === 0
    ? [[start, day]]
    : [
        [start, day],
        [0, end],
      ];
}
