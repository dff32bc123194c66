import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pinText } from '../../read/rollbacks.ts';
import type { BoundedQueue } from '../live/queue.ts';
import type { LiveEvent } from '../live/subscribe.ts';
import { GRAPHQL_ANSWER, outgoingResult } from './answer-result.ts';

export interface EventStreamOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly heartbeatMs: number;
  /** Time for a slow client to read the end; then the connection is cut. */
  readonly farewellMs: number;
  readonly onFault: (fault: unknown) => void;
}

const HEARTBEAT = ':\n\n';
/** As in graphql-sse's distinct connections mode. */
const COMPLETE = 'event: complete\ndata:\n\n';

/**
 * Sends events until they or the client end, no faster than the client reads. Yoga's own stream gives events no id to resume
 * from, and at shutdown it cannot cut off a client that has stopped reading.
 */
export async function sendEvents(
  response: ServerResponse,
  events: BoundedQueue<LiveEvent>,
  { headers, heartbeatMs, farewellMs, onFault }: EventStreamOptions,
): Promise<void> {
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' });
  // Some browsers report a connection only once data has arrived.
  response.write(HEARTBEAT);
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(HEARTBEAT);
  }, heartbeatMs);
  let farewell: NodeJS.Timeout | undefined;
  events.onEnd(() => {
    farewell = setTimeout(() => response.destroy(), farewellMs);
  });
  response.once('close', () => void events.return());
  try {
    for await (const event of events) {
      if (!response.write(eventText(event, onFault))) await drained(response);
    }
    response.end(COMPLETE);
    if (!response.closed) await once(response, 'close');
  } finally {
    clearInterval(heartbeat);
    clearTimeout(farewell);
  }
}

function eventText({ at, result }: LiveEvent, onFault: (fault: unknown) => void): string {
  const { text, faults } = outgoingResult(result, GRAPHQL_ANSWER);
  for (const fault of faults) onFault(fault);
  const id = at === undefined ? '' : `id: ${pinText(at)}\n`;
  return `event: next\n${id}data: ${text}\n\n`;
}

async function drained(response: ServerResponse): Promise<void> {
  const closed = new AbortController();
  await Promise.race([
    once(response, 'drain', { signal: closed.signal }),
    once(response, 'close', { signal: closed.signal }),
  ]).finally(() => closed.abort());
}
