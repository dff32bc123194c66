import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Settings } from '../../../core/kernel/settings/schema.ts';
import type { CredentialKind } from '../../../core/rules/scopes.ts';
import type { SecretPrint } from '../../state/credentials/credential.ts';
import { base62, randomText } from './base62.ts';

const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BODY_LENGTH = RANDOM_LENGTH + CHECKSUM_LENGTH;
const BODY = new RegExp(`^[0-9A-Za-z]{${BODY_LENGTH}}$`);

export interface NewSecret {
  /** The complete credential: shown once and never stored. */
  readonly secret: string;
  readonly print: SecretPrint;
}

/** Creates the secrets of credentials and recognises them without querying a store. */
export interface Secrets {
  make(kind: CredentialKind): NewSecret;
  /** The kind of credential that a text would be, by its prefix and checksum. */
  kindOf(text: string): CredentialKind | undefined;
  /** Whether a text contains a credential; one that only looks similar, as a cursor may by chance, does not count. */
  areIn(text: string): boolean;
}

/** With the configured prefixes. @throws SETTING_MALFORMED if both kinds have the same */
export function configuredSecrets({
  PAIRING_TOKEN_PREFIX: token,
  API_KEY_PREFIX: key,
}: Pick<Settings, 'PAIRING_TOKEN_PREFIX' | 'API_KEY_PREFIX'>): Secrets {
  return createSecrets({ token, key });
}

/**
 * A secret is its prefix, 32 characters of base 62 (190 bits) and the CRC-32 of all that in 6 more: a scanner finds a
 * leaked one, and a mistyped one is refused at once.
 * @throws SETTING_MALFORMED when both kinds have one prefix
 */
export function createSecrets(prefixes: Readonly<Record<CredentialKind, string>>): Secrets {
  if (prefixes.token === prefixes.key) {
    const expected = 'another prefix than PAIRING_TOKEN_PREFIX';
    throw new LaunchlensError('SETTING_MALFORMED', { name: 'API_KEY_PREFIX', expected });
  }
  const kindOf = (text: string): CredentialKind | undefined => {
    const kind = (['token', 'key'] as const).find((each) => text.startsWith(prefixes[each]));
    if (kind === undefined || !BODY.test(text.slice(prefixes[kind].length))) return undefined;
    const checked = text.slice(0, -CHECKSUM_LENGTH);
    return text.endsWith(checksum(checked)) ? kind : undefined;
  };
  return {
    make: (kind) => {
      const prefix = prefixes[kind];
      const checked = `${prefix}${randomText(RANDOM_LENGTH)}`;
      const secret = `${checked}${checksum(checked)}`;
      return { secret, print: { hash: secretHash(secret), prefix, last4: secret.slice(-4) } };
    },
    kindOf,
    areIn: (text) => Object.values(prefixes).some((prefix) => candidates(text, prefix).some(kindOf)),
  };
}

/** Every part of a text that starts with a prefix and is as long as a secret. */
function candidates(text: string, prefix: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) {
    found.push(text.slice(at, at + prefix.length + BODY_LENGTH));
  }
  return found;
}

/** The key by which a credential is found: the secret has so many bits that a slow hash would add nothing. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function checksum(text: string): string {
  return base62(crc32(text), CHECKSUM_LENGTH);
}
