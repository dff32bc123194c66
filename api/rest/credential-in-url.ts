import type { Secrets } from '../access/agents/secret.ts';

/** Names of URL parameters that other services use for credentials. */
const NAMES = /^(?:access[-_]?token|token|api[-_]?key|authorization|bearer|jwt|device[-_]?code)$/i;

/** Whether a URL contains a credential: one of ours, or anything in a parameter named like one. */
export function credentialInUrl(secrets: Pick<Secrets, 'areIn'>): (url: string) => boolean {
  return (url) => {
    const query = url.indexOf('?');
    if (secrets.areIn(url)) return true;
    if (query === -1) return false;
    for (const [name, value] of new URLSearchParams(url.slice(query))) {
      if (NAMES.test(name) || secrets.areIn(value) || secrets.areIn(name)) return true;
    }
    return false;
  };
}
