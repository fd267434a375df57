const comment =
  /^\s*(?:\/\/+|#+(?!\[)|--(?=\s|\.)|\/\*+|\*(?!\*)|<!--|\{\s*\/\*|;{1,3}(?=\s)|%+(?=\s|\.)|\(\*|"""|'''|<%--|@\*|'(?=\s)|rem\b)\s*(.*?)\s*(?:\*+\/\s*\}?|-->|\*\)|--%>|\*@|"""|''')?\s*$/i;

/** The text of a comment line in any common language; undefined for other lines. */
export function commentOf(line: string): string | undefined {
  return comment.exec(line)?.[1];
}
