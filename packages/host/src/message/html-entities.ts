/** The characters from 160 to 255, in their order. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const entities = new Map<string, string>([
  ...latin.split(" ").map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    hellip: "…",
    ndash: "–",
    mdash: "—",
    lsquo: "‘",
    rsquo: "’",
    sbquo: "‚",
    ldquo: "“",
    rdquo: "”",
    bdquo: "„",
    lsaquo: "‹",
    rsaquo: "›",
    bull: "•",
    trade: "™",
    euro: "€",
    larr: "←",
    uarr: "↑",
    rarr: "→",
    darr: "↓",
    harr: "↔",
    rArr: "⇒",
    le: "≤",
    ge: "≥",
    ne: "≠",
    asymp: "≈",
    minus: "−",
    infin: "∞",
    check: "✓",
    ensp: " ",
    emsp: " ",
    thinsp: " ",
    OElig: "Œ",
    oelig: "œ",
    Scaron: "Š",
    scaron: "š",
    lbrace: "{",
    rbrace: "}",
    lbrack: "[",
    rbrack: "]",
    lpar: "(",
    rpar: ")",
    colon: ":",
    comma: ",",
    period: ".",
    sol: "/",
    num: "#",
    grave: "`",
    NewLine: "\n",
    Tab: "\t",
  }),
]);

/** Numbers and the usual names; one of the two thousand others stays as it is written. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]\w{1,9}));/gi, toCharacter);
}

function toCharacter(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return entities.get(name) ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
}
