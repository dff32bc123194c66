import DataLoader from 'dataloader';
import { z } from 'zod';
import { timestampColumn } from '../../core/oltp/columns.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { untilTheLoopTurns } from './gathering.ts';

/** Sessions that were ended before they expired, by the SHA-256 of their ids in hex. Times are Unix milliseconds. */
export interface EndedSessions {
  /** @param until when the session would expire and need not be known any more */
  end(idHash: string, until: number): Promise<void>;
  /** Those of some sessions that were ended, by any process. */
  ended(idHashes: readonly string[]): Promise<ReadonlySet<string>>;
}

const AT_ONCE = 500;
const hashRow = z.object({ hash: z.string() });
const endRow = z.object({ hash: z.string(), ends_at: timestampColumn });

const SWEEP = `DELETE FROM ended_sessions WHERE id_hash IN (
  SELECT id_hash FROM ended_sessions WHERE ends_at < $1 ORDER BY ends_at LIMIT 10 FOR UPDATE SKIP LOCKED
)`;
const END = `INSERT INTO ended_sessions (id_hash, ends_at) VALUES (decode($1, 'hex'), $2) ON CONFLICT DO NOTHING`;
const ENDED = `SELECT asked.hash FROM unnest($1::text[]) AS asked (hash)
  JOIN ended_sessions ON id_hash = decode(asked.hash, 'hex')`;
const ALL = `SELECT encode(id_hash, 'hex') AS hash, ends_at FROM ended_sessions`;

/** Lookups within one event-loop turn are one statement; an embedded store has no other process and is read once. */
export function createEndedSessions(oltp: Oltp, now: () => number): EndedSessions {
  const save = async (idHash: string, until: number): Promise<void> => {
    await oltp.run(SWEEP, [new Date(now())]);
    await oltp.run(END, [idHash, new Date(until)]);
  };
  return oltp.kind === 'embedded' ? heldHere(oltp, save, now) : shared(oltp, save);
}

function shared(oltp: Oltp, end: EndedSessions['end']): EndedSessions {
  const load = async (hashes: readonly string[]): Promise<boolean[]> => {
    const rows = await oltp.query(ENDED, [[...new Set(hashes)]], hashRow);
    const ended = new Set(rows.map(({ hash }) => hash));
    return hashes.map((hash) => ended.has(hash));
  };
  const loader = new DataLoader(load, {
    cache: false,
    maxBatchSize: AT_ONCE,
    batchScheduleFn: untilTheLoopTurns,
  });
  return {
    end,
    ended: async (idHashes) => {
      const answers = await Promise.all(idHashes.map((hash) => loader.load(hash)));
      return new Set(idHashes.filter((_, at) => answers[at]));
    },
  };
}

function heldHere(oltp: Oltp, save: EndedSessions['end'], now: () => number): EndedSessions {
  let reading: Promise<Map<string, number>> | undefined;
  const read = async (): Promise<Map<string, number>> =>
    new Map((await oltp.query(ALL, [], endRow)).map(({ hash, ends_at }) => [hash, ends_at]));
  const all = (): Promise<Map<string, number>> => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  return {
    end: async (idHash, until) => {
      await save(idHash, until);
      const known = await all();
      // Approximately oldest first: an entry that stays longer does no harm.
      for (const [hash, endsAt] of known) {
        if (endsAt >= now()) break;
        known.delete(hash);
      }
      known.set(idHash, until);
    },
    ended: async (idHashes) => {
      const known = await all();
      return new Set(idHashes.filter((hash) => known.has(hash)));
    },
  };
}
