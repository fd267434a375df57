/** What may stand around calls without saying anything: space, fences, wrapping tags, end tokens. */
const filler =
  /(?:[\s,;]|`{3,}[\w-]*|<\/?(?:tool_calls?|function_calls?|tools|function|[a-z]{1,20}:function_calls)>|<\/s>|<\|[\w/]{1,40}\|>|<\/?\uff5c[^<>\uff5c]{1,40}\uff5c(?:function_calls)?>|\])*/y;

export function isFiller(text: string): boolean {
  filler.lastIndex = 0;
  return (filler.exec(text)?.[0].length ?? 0) === text.length;
}
