/** The label of a seat. Throws a RangeError. */
export function label(seat, width) {
  checkWidth(width);
  if (seat < 0) throw new RangeError("there is no seat below 0");
  let letters = "";
  for (let row = Math.floor(seat / width) + 1; row > 0; row = Math.floor((row - 1) / 26)) {
    letters = String.fromCharCode(65 + ((row - 1) % 26)) + letters;
  }
  return `${letters}${(seat % width) + 1}`;
}

/** The number of the seat with a label. Throws a RangeError. */
export function seat(label, width) {
  checkWidth(width);
  const found = /^([A-Z]+)([1-9][0-9]*)$/.exec(label);
  if (!found || Number(found[2]) > width) throw new RangeError(`${JSON.stringify(label)} is no seat`);
  const row = [...found[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return (row - 1) * width + Number(found[2]) - 1;
}

function checkWidth(width) {
  if (width < 1) throw new RangeError("a row has at least one seat");
}
