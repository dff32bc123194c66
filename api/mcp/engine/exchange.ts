import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js';

/** A request that was handed over: `answer` is undefined when it was cancelled. */
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
 * Lets one server of the SDK answer the requests of all sessions. The SDK means one server for each session, which
 * costs 22 KB of memory apiece and keys what is in flight by the client's ids; here every request gets a number of
 * its own on the way in and its id back on the way out, so that sessions cost nothing and cannot collide.
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

  /** @param asker whatever its handler has to know of whoever asks, beside the message */
  ask(request: JSONRPCRequest, asker: Asker): Asked {
    this.#last += 1;
    const number = this.#last;
    const answer = new Promise<JSONRPCMessage | undefined>((settle) => {
      this.#pending.set(number, { clientId: request.id, asker, settle });
    });
    this.onmessage?.({ ...request, id: number });
    return { number, answer };
  }

  /** Who asked the request of a number; undefined once it was answered or cancelled. */
  askerOf(number: RequestId): Asker | undefined {
    return this.#pending.get(number)?.asker;
  }

  /** Aborts a request. The SDK never answers one that was cancelled, so its waiter is let go here. */
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
