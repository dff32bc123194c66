/** Names under which other services take credentials in URLs. */
const NAMES = /^(?:access[-_]?token|token|api[-_]?key|authorization|bearer|jwt|device[-_]?code)$/i;

/**
 * Tells whether a URL holds a credential: one of ours by its form, or anything under a name that is for credentials.
 * Without prefixes there is no form to tell one by: a cursor may look like any.
 */
export function credentialInUrl(prefixes: readonly string[]): (url: string) => boolean {
  // Prefixes are letters, digits and a low line, so that they mean themselves.
  const forms = prefixes.map((prefix) => new RegExp(`${prefix}[0-9A-Za-z]{38}`));
  const isSecret = (text: string): boolean => forms.some((form) => form.test(text));
  return (url) => {
    const query = url.indexOf('?');
    if (isSecret(url)) return true;
    if (query === -1) return false;
    for (const [name, value] of new URLSearchParams(url.slice(query))) {
      if (NAMES.test(name) || isSecret(value) || isSecret(name)) return true;
    }
    return false;
  };
}
