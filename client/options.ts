import { OptionsError } from './errors/client-error.ts';
import type { Fetch, HttpSettings } from './http/http.ts';
import { type Wait, waitByTimer } from './http/wait.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A surface of MCP that takes credentials. */
export type CredentialedSurface = 'agent-v1' | 'agent-lite' | 'plugin-v1';
/** A surface of MCP, by the last part of its path; `public` is `/mcp` itself. */
export type Surface = 'public' | 'chatgpt-v1' | CredentialedSurface;

export interface LaunchlensOptions {
  /** Where the API is, such as `https://launchlens.example`; else `LAUNCHLENS_URL`, else `http://127.0.0.1:8080`. */
  readonly url?: string | undefined;
  /** Where MCP is, if that is somewhere else. */
  readonly mcpUrl?: string | undefined;
  /** An agent's API key; else `LAUNCHLENS_API_KEY`. Named here, it goes before a pairing token of the environment. */
  readonly apiKey?: string | undefined;
  /** An agent's pairing token; else `LAUNCHLENS_PAIRING_TOKEN`. Named here, an API key is left aside. */
  readonly pairingToken?: string | undefined;
  /** The bearer token that an owner's sign-in gave; for rewards, keys and tokens. */
  readonly sessionToken?: string | undefined;
  /** Another surface of MCP than `agent-v1` with a credential and the public one without. */
  readonly surface?: Surface | undefined;
  /** Name and version that MCP is told. */
  readonly clientInfo?: { readonly name: string; readonly version: string } | undefined;
  /** Only these toolsets of the surface, by name. */
  readonly toolsets?: readonly string[] | undefined;
  /** Only the tools of this profile of the surface. */
  readonly profile?: 'full' | 'read-only' | 'lite' | undefined;
  /** Most time for one attempt of a request: 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, of requests that may be repeated: 2. */
  readonly retries?: number | undefined;
  readonly fetch?: Fetch | undefined;
  /** How time passes between attempts and polls; a timer. */
  readonly wait?: Wait | undefined;
  /** Instead of the environment of the process; `{}` takes nothing from it. */
  readonly env?: Environment | undefined;
}

export interface Settings {
  readonly url: string;
  readonly mcpUrl: string;
  /** What agents show; undefined for the anonymous surfaces. */
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
  const credential = credentialOf(options, env);
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
    // Nobody is shown a credential who does not ask for one.
    credential: CREDENTIALED.includes(surface) ? credential : undefined,
    sessionToken: sessionToken === undefined ? undefined : headerSafe(sessionToken, 'sessionToken'),
    ...{ surface, clientInfo },
    narrowing: {
      ...(toolsets && { 'x-service-toolsets': toolsets.join(',') }),
      ...(profile && { 'x-service-profile': profile }),
    },
    http: {
      // Called without a receiver, as browsers demand.
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      wait: options.wait ?? waitByTimer,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      retries: options.retries ?? DEFAULT_RETRIES,
    },
  };
}

/** What the program itself names goes before its environment, and of either a pairing token before an API key. */
function credentialOf({ apiKey, pairingToken }: LaunchlensOptions, env: Environment): string | undefined {
  if (pairingToken !== undefined) return headerSafe(pairingToken, 'pairingToken');
  if (apiKey !== undefined) return headerSafe(apiKey, 'apiKey');
  const token = named(env.LAUNCHLENS_PAIRING_TOKEN);
  if (token !== undefined) return headerSafe(token, 'LAUNCHLENS_PAIRING_TOKEN');
  const key = named(env.LAUNCHLENS_API_KEY);
  return key === undefined ? undefined : headerSafe(key, 'LAUNCHLENS_API_KEY');
}

/** Of the process, where there is one: pages have none. */
function environment(): Environment {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } };
  return process?.env ?? {};
}

function named(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

/** A credential that a header cannot carry would come back in the runtime's own error. @throws OptionsError */
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
