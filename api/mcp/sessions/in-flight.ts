import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { EngineAnswer, EngineRequest } from '../engine/engine.ts';

/** The running requests of this process, by session. */
export class InFlight {
  readonly #most: number;
  readonly #sessions = new Map<string, Map<RequestId, EngineRequest>>();

  /** @param most concurrent requests of one session */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param beyondBound whether it is answered even in a busy session. @throws MCP_ID_IN_FLIGHT, MCP_SESSION_BUSY */
  async answer(
    sessionId: string,
    { requestId, ask }: { readonly requestId: RequestId; readonly ask: () => EngineRequest },
    { beyondBound = false }: { readonly beyondBound?: boolean } = {},
  ): Promise<EngineAnswer | undefined> {
    const requests = this.#sessions.get(sessionId) ?? new Map<RequestId, EngineRequest>();
    if (requests.has(requestId)) throw new LaunchlensError('MCP_ID_IN_FLIGHT', {});
    if (requests.size >= this.#most && !beyondBound)
      throw new LaunchlensError('MCP_SESSION_BUSY', { requests: this.#most });
    const asked = ask();
    requests.set(requestId, asked);
    this.#sessions.set(sessionId, requests);
    try {
      return await asked.answer;
    } finally {
      requests.delete(requestId);
      if (requests.size === 0) this.#sessions.delete(sessionId);
    }
  }

  cancel(sessionId: string, requestId: RequestId): void {
    this.#sessions.get(sessionId)?.get(requestId)?.cancel();
  }

  /** Sessions with a running request. */
  get size(): number {
    return this.#sessions.size;
  }
}
