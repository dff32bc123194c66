import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { record, smallColumn, sweep, timestampColumn } from '../../../core/oltp/statements.ts';

const WINDOW_MS = 10 * 60 * 1000;
/**
 * Of 20^8 codes; this many guesses hit one of a hundred open codes with a probability of 4 in 10,000. Once it is used
 * up, nobody can pair, so it is far above the limit of one guesser's networks.
 */
const ALL: Guesser = { id: '*', most: 100_000 };

/** The guesser: an address, or one of its networks. */
export interface Guesser {
  /** A hash of it. */
  readonly id: string;
  /** How many wrong codes it may try per window. */
  readonly most: number;
}

export interface Guess<Found> {
  /** Each of them has its own limit. */
  readonly guessers: readonly Guesser[];
  /** Unix milliseconds. */
  readonly now: number;
  /** Undefined if the code is wrong. */
  readonly look: (queries: Queries) => Promise<Found | undefined>;
}

export type GuessOutcome<Found> =
  | { readonly found: Found }
  | { readonly found: undefined; readonly waitMs?: number };

const guesses = record({ guesser: z.string(), wrong: smallColumn, windowEndsAt: timestampColumn });
type Window = z.output<typeof guesses.row>;

/** Opens and locks the windows of guessers, in order: concurrent guesses are counted one after another. */
const HOLD = `INSERT INTO code_guesses AS known (guesser, window_ends_at, wrong)
  SELECT asked.guesser, $2::timestamptz, 0
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (guesser, place) ORDER BY asked.place
  ON CONFLICT (guesser) DO UPDATE SET
    wrong = CASE WHEN known.window_ends_at <= $3 THEN 0 ELSE known.wrong END,
    window_ends_at = CASE WHEN known.window_ends_at <= $3 THEN excluded.window_ends_at ELSE known.window_ends_at END
  RETURNING ${guesses.columns}`;
const WRONG = `UPDATE code_guesses SET wrong = wrong + 1 WHERE guesser = ANY($1::text[])`;
const EXPIRED = {
  table: 'code_guesses',
  key: 'guesser',
  time: 'window_ends_at',
  and: `guesser <> '${ALL.id}'`,
};

/** Limits wrong codes: per address, per network and in total, over all processes. */
export type CodeGuesses = ReturnType<typeof createCodeGuesses>;

export function createCodeGuesses(oltp: Oltp) {
  return {
    /** Looks the code up, unless a limit was reached: then it returns the waiting time without a lookup. */
    guess: async <Found>({ guessers, now, look }: Guess<Found>): Promise<GuessOutcome<Found>> => {
      // The shared one first, so that two guesses never deadlock.
      const counted = [ALL, ...guessers];
      const ids = counted.map(({ id }) => id);
      await sweep(oltp, EXPIRED, now);
      return oltp.transaction(async (queries): Promise<GuessOutcome<Found>> => {
        const windows = await queries.query(
          HOLD,
          [ids, new Date(now + WINDOW_MS), new Date(now)],
          guesses.row,
        );
        const spentUntil = lastEndOfSpent(windows, counted);
        if (spentUntil !== undefined) return { found: undefined, waitMs: spentUntil - now };
        const found = await look(queries);
        if (found !== undefined) return { found };
        await queries.run(WRONG, [ids]);
        return { found: undefined };
      });
    },
  };
}

/** When all used-up windows have ended; undefined if there are none. */
function lastEndOfSpent(windows: readonly Window[], guessers: readonly Guesser[]): number | undefined {
  const most = new Map(guessers.map((guesser) => [guesser.id, guesser.most]));
  const spent = windows.filter(({ guesser, wrong }) => wrong >= (most.get(guesser) ?? 0));
  return spent.length === 0 ? undefined : Math.max(...spent.map((window) => window.windowEndsAt));
}
