const link = /\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g;
const emphasis = [
  /\*\*(?=\S)(.+?)(?<=\S)\*\*/g,
  /\*(?=\S)(.+?)(?<=\S)\*/g,
  /(?<![\p{L}\p{N}_])_(?=\S)(.+?)(?<=\S)_(?![\p{L}\p{N}_])/gu,
];

/** The text without marks. Code is put aside first, for what is in it marks nothing. */
export function plainText(raw) {
  const codes = [];
  const aside = raw.replaceAll(/`([^`]+)`/g, (_, code) => `\0${codes.push(code) - 1}\0`);
  const unlinked = aside.replaceAll(link, "$1");
  const plain = emphasis.reduce((text, mark) => text.replaceAll(mark, "$1"), unlinked);
  return plain.replaceAll(/\0(\d+)\0/g, (_, index) => codes[Number(index)]);
}
