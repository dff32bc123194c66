import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { waitFor } from '../../../support/wait-for.ts';

export interface SeenEvent {
  readonly id: string | undefined;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events as a client without types would.
  readonly data: any;
}

/** Reads a stream of events as a browser's EventSource does, without its reconnecting. */
export class EventClient {
  readonly events: SeenEvent[] = [];
  heartbeats = 0;
  ended = false;
  status = 0;
  headers: IncomingHttpHeaders = {};
  #request: ClientRequest;
  #response: IncomingMessage | undefined;
  #text = '';

  constructor(
    origin: string,
    query: string,
    { lastEventId, from, paused = false }: { lastEventId?: string; from?: string; paused?: boolean } = {},
  ) {
    // As a browser asks, unless the question is too long for a URL.
    const method = query.length < 1_500 ? 'GET' : 'POST';
    const url = `${origin}/graphql${method === 'GET' ? `?${new URLSearchParams({ query })}` : ''}`;
    const headers = {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(lastEventId && { 'last-event-id': lastEventId }),
      ...(from && { 'x-forwarded-for': from }),
    };
    this.#request = request(url, { method, headers, agent: false }, (response) => {
      this.status = response.statusCode ?? 0;
      this.headers = response.headers;
      this.#response = response;
      response.setEncoding('utf8');
      if (paused) response.pause();
      else this.resume();
    });
    this.#request.on('error', () => undefined);
    this.#request.end(method === 'POST' ? JSON.stringify({ query }) : undefined);
  }

  /** Begins to read. */
  resume(): void {
    const response = this.#response;
    response?.on('data', (chunk: string) => this.#take(chunk));
    response?.on('close', () => {
      this.ended = true;
    });
    response?.resume();
  }

  async connected(): Promise<void> {
    await waitFor(() => this.status > 0, { what: 'the stream to open' });
  }

  /** Waits for so many events of `next`, and gives them. */
  async next(count: number): Promise<SeenEvent[]> {
    return waitFor(() => this.nexts.length >= count && this.nexts, { what: `${count} events` });
  }

  get nexts(): SeenEvent[] {
    return this.events.filter(({ event }) => event === 'next');
  }

  async end(): Promise<void> {
    await waitFor(() => this.ended, { what: 'the stream to end' });
  }

  close(): void {
    this.#request.destroy();
  }

  #take(chunk: string): void {
    const blocks = (this.#text + chunk).split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block === ':') this.heartbeats += 1;
      else this.events.push(parseEvent(block));
    }
  }
}

function parseEvent(block: string): SeenEvent {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const data = fields.get('data') ?? '';
  return { id: fields.get('id'), event: fields.get('event') ?? 'message', data: data && JSON.parse(data) };
}
