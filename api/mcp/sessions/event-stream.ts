import type { ServerResponse } from 'node:http';

const HEARTBEAT = ': keep-alive\n\n';

/** The open GET stream of a session: server-sent events over one response. */
export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, onEnd: () => void) {
    this.#response = response;
    response.once('close', onEnd);
  }

  /** Keeps proxies from closing a quiet stream. A reader that does not even take this much is disconnected. */
  beat(): void {
    if (this.#response.writableNeedDrain) this.#response.destroy();
    else this.#response.write(HEARTBEAT);
  }

  close(): void {
    this.#response.end();
  }
}
