import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js';

/** A submitted request: `answer` is undefined if it was cancelled. */
export interface Asked {
  readonly number: number;
  readonly answer: Promise<JSONRPCMessage | undefined>;
}

interface Pending<Asker> {
  readonly clientId: RequestId;
  readonly asker: Asker;
  readonly settle: (answer: JSONRPCMessage | undefined) => void;
}

/**
 * Lets one server of the SDK answer the requests of all sessions. The SDK intends one server per session, which takes 22
 * KB each and identifies running requests by the client's ids. Here every request gets its own number on the way in and
 * its id back on the way out, so sessions cost nothing and cannot collide.
 */
export class Exchange<Asker> implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #pending = new Map<RequestId, Pending<Asker>>();
  #last = 0;

  async start(): Promise<void> {}

  async close(): Promise<void> {
    for (const number of this.#pending.keys()) this.#settle(number, undefined);
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && message.id !== undefined) this.#settle(message.id, message);
  }

  /** @param asker what its handler needs to know about the caller, besides the message */
  ask(request: JSONRPCRequest, asker: Asker): Asked {
    this.#last += 1;
    const number = this.#last;
    const answer = new Promise<JSONRPCMessage | undefined>((settle) => {
      this.#pending.set(number, { clientId: request.id, asker, settle });
    });
    this.onmessage?.({ ...request, id: number });
    return { number, answer };
  }

  /** The caller of a request by its number; undefined once it was answered or cancelled. */
  askerOf(number: RequestId): Asker | undefined {
    return this.#pending.get(number)?.asker;
  }

  /** Aborts a request. The SDK never answers a cancelled one, so its waiter is released here. */
  cancel(number: number): void {
    const cancelled: JSONRPCNotification = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: number },
    };
    this.onmessage?.(cancelled);
    this.#settle(number, undefined);
  }

  #settle(number: RequestId, answer: JSONRPCMessage | undefined): void {
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    pending?.settle(answer && ({ ...answer, id: pending.clientId } as JSONRPCMessage));
  }
}
