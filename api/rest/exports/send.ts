import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** A reader that takes nothing for so long is gone, though its connection stands. */
const STALL_MS = 30_000;

/**
 * Writes pieces to a response no faster than it is read. The end of the response means that all was sent: after a
 * failure the connection is cut instead.
 */
export async function sendPieces(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  stallMs = STALL_MS,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      if (response.write(piece)) continue;
      await once(response, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(stallMs)]) });
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  }
}
