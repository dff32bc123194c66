import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sendPieces } from '../../../../api/rest/exports/send.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PIECE_BYTES = 1_000;
const PACE = { stallMs: 30_000, bytesPerSecond: 100 };

/** A response that takes nothing more after each piece, until the test lets it. */
class FullResponse extends EventEmitter {
  written = 0;
  ended = false;
  destroyed = false;
  write(): boolean {
    this.written += 1;
    return false;
  }
  end(): void {
    this.ended = true;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < count; sent += 1) yield new Uint8Array(PIECE_BYTES);
}

describe('an export', () => {
  /** Sends to a client that takes so long for each piece, and says what came of it. */
  async function sendTo(msForPiece: number, count: number, during?: (written: number) => boolean) {
    const response = new FullResponse();
    const clock = manualClock();
    const leaving = new AbortController();
    const sending = { signal: leaving.signal, clock, pace: PACE };
    const sent = sendPieces(response as unknown as ServerResponse, pieces(count), sending).then(
      () => 'sent',
      (error: unknown) => error,
    );
    for (let piece = 1; piece <= count; piece += 1) {
      await waitFor(() => response.destroyed || clock.sleepers === 1, {
        what: 'the client to be waited for',
      });
      if (response.destroyed) break;
      if (during?.(piece)) leaving.abort(new Error('the client left'));
      clock.advance(msForPiece);
      response.emit('drain');
      await waitFor(() => response.destroyed || response.ended || response.written > piece, {
        what: 'the next piece',
      });
    }
    return { outcome: await sent, response, clock };
  }

  test('is sent to a client that reads at the least pace', async () => {
    const { outcome, response, clock } = await sendTo(10_000, 20);
    expect(outcome).toBe('sent');
    expect(response).toMatchObject({ ended: true, destroyed: false, written: 20 });
    expect(clock.sleepers).toBe(0);
  });

  test('is cut off, and never ended, for a client that reads more slowly all the time', async () => {
    const { outcome, response } = await sendTo(20_000, 20);
    expect(outcome).toMatchObject({ code: 'EXPORT_TOO_SLOW', context: { bytesPerSecond: 100 } });
    expect(response).toMatchObject({ ended: false, destroyed: true });
    expect(response.written).toBeLessThan(6);
  });

  test('is cut off for a client that takes nothing for too long, however much it took before', async () => {
    const response = new FullResponse();
    const clock = manualClock();
    const signal = new AbortController().signal;
    const pace = { ...PACE, bytesPerSecond: 1 };
    const sent = sendPieces(response as unknown as ServerResponse, pieces(1), { signal, clock, pace });
    const outcome = expect(sent).rejects.toMatchObject({ code: 'EXPORT_TOO_SLOW' });
    await waitFor(() => clock.sleepers === 1, { what: 'the client to be waited for' });
    clock.advance(PACE.stallMs);
    await outcome;
    expect(response.destroyed).toBe(true);
  });

  test('ends with the client that leaves', async () => {
    const { outcome, response } = await sendTo(1, 5, (piece) => piece === 2);
    expect(outcome).toMatchObject({ message: 'the client left' });
    expect(response).toMatchObject({ ended: false, destroyed: true, written: 2 });
  });
});
