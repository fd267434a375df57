/**
 * A command's text with what was said after its name: in place of `$ARGUMENTS`, or word by word of `$1` to `$9`. Where
 * the text has no such place, the arguments follow it.
 */
export function fillArguments(text: string, args: string): string {
  const given = args.trim();
  if (!place.test(text)) return given === "" ? text : `${text}\n\nArguments: ${given}`;
  const words = splitWords(given);
  return text.replaceAll(places, (_, number: string | undefined) =>
    number === undefined ? given : (words[Number(number) - 1] ?? ""),
  );
}

const place = /\$(?:ARGUMENTS\b|([1-9])(?![\d.,]*\d))/;
const places = new RegExp(place, "g");

/** As a shell does it: words in quotes stay together. */
function splitWords(text: string): string[] {
  const words = text.matchAll(/"([^"]*)"|'([^']*)'|\S+/g);
  return [...words].map(([word, double, single]) => double ?? single ?? word);
}
