/** Everything up to the last @ of the authority. A quote ends it, because the text may be a line of JSON. */
const CREDENTIALS_IN_URL = /(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s"'\\]+@/gi;
const SECRET_IN_QUERY = /([?&](?:api[-_]?key|token|access_token|key)=)[^&\s"]+/gi;

/** Pairing tokens and API keys, whatever prefix is configured. */
const CREDENTIAL = /\b([A-Za-z][A-Za-z0-9]{0,14}_)[0-9A-Za-z]{38}\b/g;

/** Removes credentials from URLs inside free text; RPC providers put keys in both places. */
export function redactText(text: string): string {
  return text
    .replace(CREDENTIALS_IN_URL, '$1[redacted]@')
    .replace(SECRET_IN_QUERY, '$1[redacted]')
    .replace(CREDENTIAL, '$1[redacted]');
}
