/** Names under which other services take credentials in URLs. */
const NAMES = /^(?:access[-_]?token|token|api[-_]?key|authorization|bearer|jwt|device[-_]?code)$/i;

/** Tells whether a URL holds a credential: one of ours by its form, or anything under a name that is for credentials. */
export function credentialInUrl(prefixes: readonly string[]): (url: string) => boolean {
  // Prefixes are letters, digits and a low line, so that they mean themselves.
  const secret = new RegExp(`(?:${prefixes.join('|') || '[A-Za-z][A-Za-z0-9]*_'})[0-9A-Za-z]{38}`);
  return (url) => {
    const query = url.indexOf('?');
    if (secret.test(url)) return true;
    if (query === -1) return false;
    for (const [name, value] of new URLSearchParams(url.slice(query))) {
      if (NAMES.test(name) || secret.test(value) || secret.test(name)) return true;
    }
    return false;
  };
}
