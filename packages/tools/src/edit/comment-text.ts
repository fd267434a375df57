const comment =
  /^\s*(?:\/\/+|#+(?!\[)|--(?=\s|\.)|\/\*+|\*(?!\*)|<!--|\{\s*\/\*|;{1,3}(?=\s)|%+(?=\s|\.)|\(\*|"""|'''|<%--|@\*|'(?=\s)|rem\b)\s*(.*?)\s*(?:\*+\/\s*\}?|-->|\*\)|--%>|\*@|"""|''')?\s*$/i;

/** What a line that is nothing but a comment says, in any usual language; undefined for other lines. */
export function commentOf(line: string): string | undefined {
  return comment.exec(line)?.[1];
}
