const secretNames = /auth|key|token|secret|cookie|passw|signature|credential/i;

/** Whether what stands under this name, of a header or a parameter, lets somebody in. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name);
}

/** A header's whole value, and the credential behind the name of its scheme. */
export function credentialsIn(value: string): string[] {
  return [value, value.replace(/^(Bearer|Basic|Token)\s+/i, "")];
}

export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (isSecretName(name) ? credentialsIn(value) : []));
}
