import { LaunchlensError } from '../kernel/errors/error.ts';
import type { Running } from './connection.ts';
import { createPool } from './pool.ts';
import type { GuestAnswer, GuestLane, GuestStatement } from './port.ts';

export interface ClosableGuestLane extends GuestLane {
  /** Cancels what runs, and resolves when it has ended. */
  close(): Promise<void>;
}

/** Lets at most `atOnce` statements run. */
export function createGuestLane(
  atOnce: number,
  run: (statement: GuestStatement) => Running<GuestAnswer>,
): ClosableGuestLane {
  const places = createPool(Array.from({ length: atOnce }, (_, index) => index));
  const closing = new AbortController();
  return {
    ask: async (statement) => {
      const signal = AbortSignal.any([statement.signal, closing.signal]);
      const place = await places.take(signal);
      const { answer, ended } = run({ ...statement, signal });
      void ended.then(() => places.give(place));
      return answer;
    },
    close: async () => {
      closing.abort(new LaunchlensError('OLAP_CLOSED', {}));
      await places.drain();
    },
  };
}
