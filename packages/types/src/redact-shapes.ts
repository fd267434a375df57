/** Key formats of well-known vendors, anywhere in a text. */
const keys =
  /\b(?:sk-|rk-|pk_live_|sk_live_|gh[opsu]_|github_pat_|glpat-|xox[abprs]-|xapp-|AKIA|ASIA|AIza|ya29\.|hf_|gsk_|npm_|pypi-|dop_v1_|figd_|lin_api_|ntn_|tvly-|xai-|pplx-|r8_)[\w-]{8,200}/g;
const webTokens = /\beyJ[\w-]{10,2000}\.[\w-]{10,4000}(?:\.[\w-]{0,1000})?/g;
const authorization = /\b(bearer|basic)(\s{1,4})[\w.~+/=-]{8,4000}/gi;
const passwordsInAddresses = /(:\/\/[^/\s:@"]{0,100}):[^/\s@"]{1,200}@/g;
/** `"api_key": "…"`, `token=…`. */
const namedValues =
  /("?\b[\w-]{0,30}(?:api[_-]?key|access[_-]?key|secret|token|password|passwd|credential)[\w-]{0,30}\\?"?\s{0,2}[:=]\s{0,2}\\?"?)[^\s"\\,;&]{6,4000}/gi;
const privateKeys = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,10000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g;

/** Redacts what looks like a key, for widely read tables. False positives are fine; every pattern is bounded. */
export function redactShapes(text: string): string {
  return text
    .replace(privateKeys, "[redacted]")
    .replace(keys, "[redacted]")
    .replace(webTokens, "[redacted]")
    .replace(authorization, "$1$2[redacted]")
    .replace(passwordsInAddresses, "$1:[redacted]@")
    .replace(namedValues, "$1[redacted]");
}
