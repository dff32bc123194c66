import { LaunchlensError } from '../errors/error.ts';
import { nearest } from '../nearest.ts';
import { settingsSchema } from './schema.ts';

const KNOWN = Object.keys(settingsSchema.shape);

/**
 * Prefixes that only Launchlens uses. Prefixes such as `HTTP_` or `SOLANA_` are shared with other programs, so
 * only misspellings are refused there.
 */
const OWN_PREFIXES = ['LAUNCHLENS_', 'YELLOWSTONE_', 'ESCROW_', 'INDEX_', 'REWARD_', 'PAIRING_', 'MCP_CORS_'];

/** Settings of the client library, which a shell may have set when it runs commands. */
const CLIENT_NAMES = ['LAUNCHLENS_URL', 'LAUNCHLENS_PAIRING_TOKEN', 'LAUNCHLENS_API_KEY'];
const isRead = (name: string): boolean => KNOWN.includes(name) || CLIENT_NAMES.includes(name);

/** Refuses unknown names: a typo in a setting must not silently mean its default. */
export function refuseUnknownSettings(environment: NodeJS.ProcessEnv, file: NodeJS.Dict<string>): void {
  for (const name of Object.keys(file)) {
    if (!isRead(name)) throw unknown(name);
  }
  for (const name of Object.keys(environment)) {
    if (isRead(name) || name in file) continue;
    if (OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) || nearest(name, KNOWN, 1))
      throw unknown(name);
  }
}

function unknown(name: string): LaunchlensError<'SETTING_UNKNOWN'> {
  const suggestion = nearest(name, KNOWN, 4);
  return new LaunchlensError('SETTING_UNKNOWN', suggestion ? { name, suggestion } : { name });
}
