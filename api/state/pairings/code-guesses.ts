import { z } from 'zod';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';

const WINDOW_MS = 10 * 60 * 1000;
/**
 * Of 20^8 codes; so many guesses hit one of a hundred open codes with a chance of 4 in 10,000. While it is used up nobody
 * pairs, so it is far above what the networks of one guesser may have.
 */
const ALL: Guesser = { id: '*', most: 100_000 };

/** Who guesses: an address, or a network that it is in. */
export interface Guesser {
  /** A hash of it. */
  readonly id: string;
  /** How many wrong codes it may try in a window. */
  readonly most: number;
}

export interface Guess<Found> {
  /** Each of them is bounded by itself. */
  readonly guessers: readonly Guesser[];
  /** Unix milliseconds. */
  readonly now: number;
  /** Undefined where the code is wrong. */
  readonly look: (queries: Queries) => Promise<Found | undefined>;
}

export type GuessOutcome<Found> =
  | { readonly found: Found }
  | { readonly found: undefined; readonly waitMs?: number };

/** Bounds how many wrong codes may be tried: by one address, by one network and by all, over all processes. */
export interface CodeGuesses {
  /** Looks, unless there were too many wrong codes before: then it says how long to wait and does not look. */
  guess<Found>(guess: Guess<Found>): Promise<GuessOutcome<Found>>;
}

const row = z.object({ guesser: z.string(), wrong: smallColumn, window_ends_at: timestampColumn });
type Window = z.infer<typeof row>;

/** Opens the windows of guessers and holds them, in their order: guesses at once are counted one after another. */
const HOLD = `INSERT INTO code_guesses AS known (guesser, window_ends_at, wrong)
  SELECT asked.guesser, $2::timestamptz, 0
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (guesser, place) ORDER BY asked.place
  ON CONFLICT (guesser) DO UPDATE SET
    wrong = CASE WHEN known.window_ends_at <= $3 THEN 0 ELSE known.wrong END,
    window_ends_at = CASE WHEN known.window_ends_at <= $3 THEN excluded.window_ends_at ELSE known.window_ends_at END
  RETURNING guesser, wrong, window_ends_at`;
const WRONG = `UPDATE code_guesses SET wrong = wrong + 1 WHERE guesser = ANY($1::text[])`;
const SWEEP = `DELETE FROM code_guesses WHERE guesser IN (
  SELECT guesser FROM code_guesses WHERE window_ends_at < $1 AND guesser <> '${ALL.id}'
  ORDER BY window_ends_at LIMIT 10 FOR UPDATE SKIP LOCKED
)`;

export function createCodeGuesses(oltp: Oltp): CodeGuesses {
  return {
    guess: async <Found>({ guessers, now, look }: Guess<Found>): Promise<GuessOutcome<Found>> => {
      // First the one that all share: then two guesses never hold what the other waits for.
      const counted = [ALL, ...guessers];
      const ids = counted.map(({ id }) => id);
      await oltp.run(SWEEP, [new Date(now)]);
      return oltp.transaction(async (queries): Promise<GuessOutcome<Found>> => {
        const windows = await queries.query(HOLD, [ids, new Date(now + WINDOW_MS), new Date(now)], row);
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

/** When all of the windows that are used up have ended; undefined where none is. */
function lastEndOfSpent(windows: readonly Window[], guessers: readonly Guesser[]): number | undefined {
  const most = new Map(guessers.map((guesser) => [guesser.id, guesser.most]));
  const spent = windows.filter(({ guesser, wrong }) => wrong >= (most.get(guesser) ?? 0));
  return spent.length === 0 ? undefined : Math.max(...spent.map((window) => window.window_ends_at));
}
