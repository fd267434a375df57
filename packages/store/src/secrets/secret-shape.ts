/** Prefixes of well-known API keys. */
const secretShape =
  /^(sk-|rk-|pk_live|sk_live|ghp_|gho_|ghs_|ghu_|github_pat_|glpat-|xox[abprs]-|xapp-|AKIA|ASIA|AIza|ya29\.|hf_|gsk_|npm_|pypi-|dop_v1_|figd_|lin_api_|ntn_|secret_|tvly-|xai-|pplx-|r8_|eyJ[\w-]+\.[\w-]+\.)|-----BEGIN [A-Z ]*PRIVATE KEY/;
const bearerValue = /^(bearer|basic|token)\s+\S{6,}/i;
const urlWithPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i;

/** Whether a string looks like an API key, whatever its name. */
export function hasSecretShape(value: string): boolean {
  return secretShape.test(value) || bearerValue.test(value) || urlWithPassword.test(value);
}
