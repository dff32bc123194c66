const REDACTED = '[redacted]';

/** The server's text with the request's secrets removed, in case it repeats them. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, REDACTED)), text);
}
