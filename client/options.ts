import { OptionsError } from './errors/client-error.ts';
import type { Fetch, HttpSettings } from './http/http.ts';
import { type Wait, waitByTimer } from './http/wait.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An MCP surface that takes credentials. */
export type CredentialedSurface = 'agent-v1' | 'agent-lite' | 'plugin-v1';
/** An MCP surface, by the last part of its path; `public` is `/mcp` itself. */
export type Surface = 'public' | 'chatgpt-v1' | CredentialedSurface;

export interface LaunchlensOptions {
  /**
   * Address of the API, such as `https://launchlens.example`; defaults to `LAUNCHLENS_URL`, then
   * `http://127.0.0.1:8080`.
   */
  readonly url?: string | undefined;
  /** Address of MCP, if it is elsewhere. */
  readonly mcpUrl?: string | undefined;
  /**
   * An agent's API key; defaults to `LAUNCHLENS_API_KEY`. As an option, it takes precedence over a pairing token in the
   * environment.
   */
  readonly apiKey?: string | undefined;
  /**
   * An agent's pairing token; defaults to `LAUNCHLENS_PAIRING_TOKEN`. As an option, it takes precedence over any API
   * key.
   */
  readonly pairingToken?: string | undefined;
  /** The bearer token from an owner's sign-in; for rewards, keys and tokens. */
  readonly sessionToken?: string | undefined;
  /** An MCP surface other than the default: `agent-v1` with a credential, the public one without. */
  readonly surface?: Surface | undefined;
  /** Name and version sent to MCP. */
  readonly clientInfo?: { readonly name: string; readonly version: string } | undefined;
  /** Only these toolsets of the surface, by name. */
  readonly toolsets?: readonly string[] | undefined;
  /** Only the tools of this profile of the surface. */
  readonly profile?: 'full' | 'read-only' | 'lite' | undefined;
  /** Time limit of one attempt; default 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, for requests that may be repeated; default 2. */
  readonly retries?: number | undefined;
  readonly fetch?: Fetch | undefined;
  /** How to wait between attempts and polls; default: a timer. */
  readonly wait?: Wait | undefined;
  /** Replaces the environment of the process; `{}` ignores it. */
  readonly env?: Environment | undefined;
}

export interface Settings {
  readonly url: string;
  readonly mcpUrl: string;
  /** The agent's credential; undefined for the anonymous surfaces. */
  readonly credential: string | undefined;
  readonly sessionToken: string | undefined;
  readonly surface: Surface;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly narrowing: Readonly<Record<string, string>>;
  readonly http: HttpSettings;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;
const CREDENTIALED: readonly Surface[] = ['agent-v1', 'agent-lite', 'plugin-v1'];

/** @throws OptionsError */
export function settingsOf(options: LaunchlensOptions): Settings {
  const env = options.env ?? environment();
  const url = addressOf(options.url ?? named(env.LAUNCHLENS_URL) ?? DEFAULT_URL, 'url');
  const credential = credentialOf(options, env, options.surface);
  const surface = options.surface ?? (credential === undefined ? 'public' : 'agent-v1');
  const {
    toolsets,
    profile,
    sessionToken,
    clientInfo = { name: 'launchlens-client', version: '1' },
  } = options;
  return {
    url,
    mcpUrl: options.mcpUrl === undefined ? url : addressOf(options.mcpUrl, 'mcpUrl'),
    // A credential is sent only to surfaces that require one.
    credential: CREDENTIALED.includes(surface) ? credential : undefined,
    sessionToken: sessionToken === undefined ? undefined : headerSafe(sessionToken, 'sessionToken'),
    surface,
    clientInfo,
    narrowing: {
      ...(toolsets && { 'x-service-toolsets': toolsets.join(',') }),
      ...(profile && { 'x-service-profile': profile }),
    },
    http: {
      // Called without a receiver, as browsers require.
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      wait: options.wait ?? waitByTimer,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      retries: options.retries ?? DEFAULT_RETRIES,
    },
  };
}

/** Options take precedence over the environment, and in each a pairing token over an API key. */
function credentialOf(
  { apiKey, pairingToken }: LaunchlensOptions,
  env: Environment,
  surface?: string,
): string | undefined {
  const given = pairingToken !== undefined || apiKey !== undefined;
  const token = given ? pairingToken : named(env.LAUNCHLENS_PAIRING_TOKEN);
  if (token !== undefined) return headerSafe(token, given ? 'pairingToken' : 'LAUNCHLENS_PAIRING_TOKEN');
  const key = given ? apiKey : named(env.LAUNCHLENS_API_KEY);
  if (key === undefined) return undefined;
  if (surface === 'plugin-v1') throw new OptionsError('plugin-v1 takes a pairing token only.');
  return headerSafe(key, given ? 'apiKey' : 'LAUNCHLENS_API_KEY');
}

/** The environment of the process; browsers have none. */
function environment(): Environment {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } };
  return process?.env ?? {};
}

function named(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

/** A credential that a header cannot carry would appear in the runtime's own error. @throws OptionsError */
export function headerSafe(secret: string, name: string): string {
  if (typeof secret === 'string' && /^[\x21-\x7e]{1,4096}$/.test(secret)) return secret;
  throw new OptionsError(`${name} must be visible ASCII characters without spaces.`);
}

/** @throws OptionsError */
function addressOf(text: string, name: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const plain = address && /^https?:$/.test(address.protocol) && !address.username && !address.search;
  if (!plain)
    throw new OptionsError(`${name} must be an http or https address without credentials or a query.`);
  return address.href.replace(/\/+$/, '');
}
