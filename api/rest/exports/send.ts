import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

/** How slowly a client may read. */
export interface Pace {
  /** A client that reads nothing for this long is gone, even if its connection is open. */
  readonly stallMs: number;
  /** The minimum average rate; everyone gets `stallMs` more. */
  readonly bytesPerSecond: number;
}

const PACE: Pace = { stallMs: 30_000, bytesPerSecond: 128 * 1024 };

export interface Sending {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly pace?: Pace;
}

/**
 * Writes pieces to a response no faster than it is read. A proper end of the response means that everything was sent:
 * after a failure the connection is cut instead. Only the time spent waiting for the client counts against it.
 * @throws EXPORT_TOO_SLOW
 */
export async function sendPieces(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
  { signal, clock, pace = PACE }: Sending,
): Promise<void> {
  const { stallMs, bytesPerSecond } = pace;
  let leftMs = stallMs;
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      leftMs += (piece.length / bytesPerSecond) * 1000;
      if (response.write(piece)) continue;
      const startedAt = clock.now();
      const inTime = await drains(response, { signal, clock, ms: Math.min(stallMs, leftMs) });
      leftMs -= clock.now() - startedAt;
      if (!inTime || leftMs < 0) throw new LaunchlensError('EXPORT_TOO_SLOW', { bytesPerSecond });
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** Waits until the response accepts more; false after `ms`. */
async function drains(
  response: ServerResponse,
  { signal, clock, ms }: { readonly signal: AbortSignal; readonly clock: Clock; readonly ms: number },
): Promise<boolean> {
  const decided = new AbortController();
  const waiting = AbortSignal.any([signal, decided.signal]);
  try {
    return await Promise.race([
      once(response, 'drain', { signal: waiting }).then(() => true),
      clock.sleep(ms, waiting).then(() => false),
    ]);
  } finally {
    decided.abort();
  }
}
