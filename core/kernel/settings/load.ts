import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { LaunchlensError } from '../errors/error.ts';
import { nearest } from '../nearest.ts';
import { named, wrongIn } from '../wrong-value.ts';
import { type Settings, settingsSchema } from './schema.ts';

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
function refuseUnknownSettings(environment: NodeJS.ProcessEnv, file: NodeJS.Dict<string>): void {
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

export interface SettingsSource {
  readonly environment: NodeJS.ProcessEnv;
  /** Path of a `.env` file; it may be missing. The environment takes precedence. */
  readonly envFile?: string;
}

/**
 * Reads the settings once.
 * @throws SETTING_UNKNOWN, SETTING_MALFORMED or ENV_FILE_UNREADABLE, each with one line that names the setting or settings.
 */
export function loadSettings({ environment, envFile }: SettingsSource): Settings {
  return readSettings(environment, envFile === undefined ? {} : readEnvFile(envFile));
}

/** The settings from an environment and the text of a file. @throws SETTING_UNKNOWN, SETTING_MALFORMED */
export function readSettings(environment: NodeJS.ProcessEnv, file: NodeJS.Dict<string>): Settings {
  refuseUnknownSettings(environment, file);
  const parsed = settingsSchema.safeParse({ ...withoutEmpty(file), ...withoutEmpty(environment) });
  if (parsed.success) return parsed.data;
  const wrong = wrongIn(parsed.error, ([name]) => String(name ?? 'a setting'));
  throw new LaunchlensError('SETTING_MALFORMED', named(wrong));
}

/** An empty value counts as unset, as shells and compose files write it; it does not hide the file's value. */
function withoutEmpty(values: NodeJS.Dict<string>): NodeJS.Dict<string> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return {};
    throw new LaunchlensError('ENV_FILE_UNREADABLE', { path, reason: code ?? String(cause) }, cause);
  }
  return parseEnv(text);
}
