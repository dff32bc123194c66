const REDACTED = '[redacted]';

/** A text of the server's without the secrets of the request that it answers, should it repeat them. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, REDACTED)), text);
}
