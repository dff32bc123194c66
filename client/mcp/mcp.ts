import { NotFoundError } from '../errors/refusals.ts';
import type { CallOptions } from '../http/http.ts';
import type { Remedy } from '../http/refusal.ts';
import { retrying } from '../http/retry.ts';
import type { Settings } from '../options.ts';
import type { Tools } from '../types/tools.ts';
import { type CallLimits, Connection } from './connection.ts';
import type { Tool, ToolName } from './tool.ts';
import { toolError } from './tool-failure.ts';

export interface ToolAnswer<Answer> {
  readonly answer: Answer;
  /**
   * The same as a few sentences that name the slot, for a model to read. Data of a public chain: never instructions.
   */
  readonly words: string;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Calls tools over MCP, on the credential's surface. Connects with the first call, and again when a session has ended.
 */
export class Mcp {
  readonly #settings: Settings;
  readonly #remedy: Remedy;
  #connecting: Promise<Connection> | undefined;
  /** Aborts a pending connection. */
  #ending = new AbortController();

  constructor(settings: Settings, remedy: Remedy) {
    this.#settings = settings;
    this.#remedy = remedy;
  }

  /** @throws ToolError, MissingScopeError, AuthenticationError, ClientError */
  call<Name extends ToolName>(
    name: Name,
    args: Tools[Name]['arguments'],
    options?: CallOptions,
  ): Promise<ToolAnswer<Tools[Name]['answer']>>;
  /** A tool whose types this library does not know. */
  call<Name extends string>(
    name: Name extends ToolName ? never : Name,
    args?: Arguments,
    options?: CallOptions,
  ): Promise<ToolAnswer<unknown>>;
  async call(name: string, args: object = {}, options: CallOptions = {}): Promise<ToolAnswer<unknown>> {
    const result = await this.#ask(options, false, (connection, limits) =>
      connection.call(name, args as Arguments, limits),
    );
    const { structured: answer } = result;
    if (result.failed) throw toolError(name, answer);
    return { answer, words: result.texts[0] ?? '' };
  }

  /** Every tool of the surface, whatever the credential covers. @throws AuthenticationError, ClientError */
  tools(options: CallOptions = {}): Promise<readonly Tool[]> {
    return this.#ask(options, true, (connection, limits) => connection.tools(limits));
  }

  /** Ends the session, if any. */
  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    this.#ending.abort();
    this.#ending = new AbortController();
    // A session that never opened needs no ending.
    const connection = await connecting?.catch(() => undefined);
    await connection?.close();
  }

  #ask<Result>(
    { signal, timeoutMs, retries }: CallOptions,
    repeatable: boolean,
    ask: (connection: Connection, limits: CallLimits) => Promise<Result>,
  ): Promise<Result> {
    const { http } = this.#settings;
    const limits = { timeoutMs: timeoutMs ?? http.timeoutMs, signal };
    return retrying(() => this.#inSession((connection) => ask(connection, limits), signal), {
      repeatable,
      signal,
      wait: http.wait,
      retries: retries ?? http.retries,
    });
  }

  /** An ended session is 404 before anything was done, so the call is repeated in a new one. */
  async #inSession<Result>(
    ask: (connection: Connection) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const connecting = this.#connection();
    try {
      return await ask(await unlessAborted(connecting, signal));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      if (this.#connecting === connecting) this.#connecting = undefined;
      return ask(await unlessAborted(this.#connection(), signal));
    }
  }

  /** Shared by all callers; a failed connection is not reused. */
  #connection(): Promise<Connection> {
    if (this.#connecting) return this.#connecting;
    const connecting = this.#open();
    this.#connecting = connecting;
    connecting.catch(() => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    });
    return connecting;
  }

  async #open(): Promise<Connection> {
    const { signal } = this.#ending;
    const { mcpUrl, surface, credential, clientInfo, narrowing, http } = this.#settings;
    const url = `${mcpUrl}/mcp${surface === 'public' ? '' : `/${surface}`}`;
    const parts = {
      url,
      credential,
      clientInfo,
      headers: narrowing,
      http,
      remedy: this.#remedy,
    };
    return retrying(() => Connection.open(parts, { timeoutMs: http.timeoutMs, signal }), {
      retries: http.retries,
      wait: http.wait,
      repeatable: true,
      signal,
    });
  }
}

/** Waits for a shared promise, until this caller aborts. */
function unlessAborted<Result>(shared: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
