import { Graphql } from './graphql/graphql.ts';
import { type CallOptions, Http } from './http/http.ts';
import { Mcp } from './mcp/mcp.ts';
import { headerSafe, type LaunchlensOptions, type Settings, settingsOf } from './options.ts';
import { Pairings } from './pairing/decide.ts';
import { type PairedToken, type PairOptions, pair } from './pairing/pair.ts';
import { eventsOf, Keys, Tokens } from './rest/credentials.ts';
import { Intents } from './rest/intents.ts';
import { Launches } from './rest/launches.ts';
import { Programs } from './rest/programs.ts';
import { Proof } from './rest/proof.ts';
import { type ReadAnswer, type ReadArguments, type ReadPath, readAt } from './rest/reads.ts';
import { Rest, type RowListOptions } from './rest/rest.ts';
import { Rewards } from './rest/rewards.ts';
import { type MessageSigner, signIn, signOut } from './rest/sign-in.ts';
import type { Session } from './types/answers.ts';
import type { CredentialEvent } from './types/credentials.ts';

const NO_FIELDS: ReadonlySet<string> = new Set();

/**
 * The client for the launch mirror, rewards, credentials, GraphQL and MCP tools. No property contains a secret, so it is
 * safe to log.
 */
export class Launchlens {
  readonly launches: Launches;
  readonly proof: Proof;
  readonly programs: Programs;
  readonly rewards: Rewards;
  readonly keys: Keys;
  readonly tokens: Tokens;
  readonly pairings: Pairings;
  readonly intents: Intents;
  readonly graphql: Graphql;
  readonly mcp: Mcp;
  readonly #settings: Settings;
  readonly #rest: Rest;
  readonly #programRest: Rest;
  readonly #ownerRest: Rest;
  #session: string | undefined;

  /** @throws OptionsError */
  constructor(options: LaunchlensOptions = {}) {
    const settings = settingsOf(options);
    this.#settings = settings;
    this.#session = settings.sessionToken;
    const pairUrl = `${settings.url}/pair`;
    const signInRemedy = { pairUrl, hint: 'Sign in with the wallet of the owner: signIn().' };
    const http = new Http(settings.http);
    const parts = { http, url: settings.url, session: () => this.#session, remedy: signInRemedy };
    this.#rest = new Rest(parts);
    // Their ids are small numbers or text.
    this.#ownerRest = new Rest({ ...parts, exactFields: NO_FIELDS });
    this.#programRest = new Rest({ ...parts, plainNumbers: true });
    this.launches = new Launches(this.#rest);
    this.proof = new Proof(this.#rest);
    this.programs = new Programs(this.#programRest);
    this.rewards = new Rewards(this.#rest);
    this.keys = new Keys(this.#ownerRest);
    this.tokens = new Tokens(this.#ownerRest);
    this.pairings = new Pairings(this.#ownerRest);
    this.intents = new Intents(this.#ownerRest, settings.http.wait);
    this.graphql = new Graphql(parts);
    const hint = `Pair again with pair(), which the owner approves at ${pairUrl}, or let the owner rotate the key.`;
    this.mcp = new Mcp(settings, { pairUrl, hint });
  }

  /**
   * Reads any path, such as `/ilo/launches/{launch_id}/raise-curve/`, with its arguments by camel-case names.
   * @throws ClientError
   */
  read<Path extends ReadPath>(
    path: Path,
    options: ReadArguments<Path> & CallOptions,
  ): Promise<ReadAnswer<Path>> {
    return readAt(path.startsWith('/programs/') ? this.#programRest : this.#rest, path, options);
  }

  /** Signs the owner of a wallet in, for this client from now on. @throws AuthenticationError */
  async signIn(wallet: MessageSigner, options: CallOptions = {}): Promise<Session> {
    const session = await signIn(this.#ownerRest, wallet, options);
    this.#session = headerSafe(session.token, 'sessionToken');
    return session;
  }

  /**
   * Ends the owner's session: the server refuses its token from the next request on, everywhere. If this fails, the
   * token is still valid and this client keeps it; call `signOut()` again.
   * @throws UnreachableError, RateLimitedError, UnavailableError
   */
  async signOut(options: CallOptions = {}): Promise<void> {
    const ending = this.#session;
    if (ending === undefined) return;
    await signOut(this.#ownerRest, options);
    // Another session may have started in the meantime.
    if (this.#session === ending) this.#session = undefined;
  }

  /**
   * Pairs an agent with the owner of a wallet: shows a code and an address, waits for the owner's decision, and returns
   * the token, once. Create a new client with it. @throws PairingDeniedError, PairingExpiredError
   */
  pair(options: PairOptions): Promise<PairedToken> {
    return pair(this.#ownerRest, this.#settings.http.wait, options);
  }

  /** Events of the signed-in owner's credentials, newest first. @throws AuthenticationError */
  credentialEvents(options: RowListOptions = {}): AsyncGenerator<CredentialEvent, void, undefined> {
    return eventsOf(this.#ownerRest, options);
  }

  /** Ends the MCP session, if any. */
  close(): Promise<void> {
    return this.mcp.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
