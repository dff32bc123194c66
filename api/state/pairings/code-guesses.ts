import { z } from 'zod';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';

const WINDOW_MS = 10 * 60 * 1000;
const MOST_OF_ONE = 10;
/** Of 20^8 codes; a thousand guesses hit one of a hundred open codes with a chance of 4 in a million. */
const MOST_OF_ALL = 1000;
const ALL = '*';

export interface Guess<Found> {
  /** Who guesses, as a hash. */
  readonly guesser: string;
  /** Unix milliseconds. */
  readonly now: number;
  /** Undefined where the code is wrong. */
  readonly look: (queries: Queries) => Promise<Found | undefined>;
}

export type GuessOutcome<Found> =
  | { readonly found: Found }
  | { readonly found: undefined; readonly waitMs?: number };

/** Bounds how many wrong codes may be tried: by one address and by all, over all processes. */
export interface CodeGuesses {
  /** Looks, unless there were too many wrong codes before: then it says how long to wait and does not look. */
  guess<Found>(guess: Guess<Found>): Promise<GuessOutcome<Found>>;
}

const row = z.object({ guesser: z.string(), wrong: smallColumn, window_ends_at: timestampColumn });

/** Opens the windows of a guesser and of all, and holds them: guesses at once are counted one after another. */
const HOLD = `INSERT INTO code_guesses AS known (guesser, window_ends_at, wrong)
  VALUES ('${ALL}', $2, 0), ($1, $2, 0)
  ON CONFLICT (guesser) DO UPDATE SET
    wrong = CASE WHEN known.window_ends_at <= $3 THEN 0 ELSE known.wrong END,
    window_ends_at = CASE WHEN known.window_ends_at <= $3 THEN excluded.window_ends_at ELSE known.window_ends_at END
  RETURNING guesser, wrong, window_ends_at`;
const WRONG = `UPDATE code_guesses SET wrong = wrong + 1 WHERE guesser IN ('${ALL}', $1)`;
const SWEEP = `DELETE FROM code_guesses WHERE guesser IN (
  SELECT guesser FROM code_guesses WHERE window_ends_at < $1 AND guesser <> '${ALL}'
  ORDER BY window_ends_at LIMIT 10 FOR UPDATE SKIP LOCKED
)`;

export function createCodeGuesses(oltp: Oltp): CodeGuesses {
  return {
    guess: async <Found>({ guesser, now, look }: Guess<Found>): Promise<GuessOutcome<Found>> => {
      await oltp.run(SWEEP, [new Date(now)]);
      return oltp.transaction(async (queries): Promise<GuessOutcome<Found>> => {
        const windows = await queries.query(HOLD, [guesser, new Date(now + WINDOW_MS), new Date(now)], row);
        const spent = windows.find(
          ({ guesser: of, wrong }) => wrong >= (of === ALL ? MOST_OF_ALL : MOST_OF_ONE),
        );
        if (spent) return { found: undefined, waitMs: spent.window_ends_at - now };
        const found = await look(queries);
        if (found !== undefined) return { found };
        await queries.run(WRONG, [guesser]);
        return { found: undefined };
      });
    },
  };
}
