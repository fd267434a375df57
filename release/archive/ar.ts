interface ArMember {
  /** At most 15 characters. */
  readonly name: string;
  readonly content: Buffer;
}

/** An archive as Debian packages use it. */
export function createAr(members: readonly ArMember[], seconds: number): Buffer {
  const parts = members.flatMap(({ name, content }) => [
    Buffer.from(
      `${name.padEnd(16)}${String(seconds).padEnd(12)}${"0".padEnd(6)}${"0".padEnd(6)}${"100644".padEnd(8)}${String(content.length).padEnd(10)}\`\n`,
    ),
    content,
    Buffer.from(content.length % 2 === 1 ? "\n" : ""),
  ]);
  return Buffer.concat([Buffer.from("!<arch>\n"), ...parts]);
}
