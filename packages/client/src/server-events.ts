/** The data of each server-sent event. Comments and other fields are left out. */
export async function* readServerEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  let data: string[] = [];
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
  }
}
