import { z } from 'zod';
import type { Oltp } from '../../core/oltp/port.ts';
import { insertion, sweep, timestampColumn } from '../../core/oltp/statements.ts';
import { batched } from './batched.ts';

/** Sessions that were ended before they expired, by the SHA-256 of their ids in hex. Times are Unix milliseconds. */
export interface EndedSessions {
  /** @param until when the session would expire and need not be known any more */
  end(idHash: string, until: number): Promise<void>;
  /** Those of some sessions that were ended, by any process. */
  ended(idHashes: readonly string[]): Promise<ReadonlySet<string>>;
}

const hashRow = z.object({ hash: z.string() });
const endRow = z.object({ hash: z.string(), ends_at: timestampColumn });

const ENDED = `SELECT asked.hash FROM unnest($1::text[]) AS asked (hash)
  JOIN ended_sessions ON id_hash = decode(asked.hash, 'hex')`;
const ALL = `SELECT encode(id_hash, 'hex') AS hash, ends_at FROM ended_sessions`;

/** Lookups within one event-loop turn are one statement; an embedded store has no other process and is read once. */
export function createEndedSessions(oltp: Oltp, now: () => number): EndedSessions {
  const save = async (idHash: string, until: number): Promise<void> => {
    await sweep(oltp, { table: 'ended_sessions', key: 'id_hash', time: 'ends_at' }, now());
    const fields = { idHash: Buffer.from(idHash, 'hex'), endsAt: until };
    await oltp.run(...insertion('ended_sessions', fields, 'ON CONFLICT DO NOTHING'));
  };
  return oltp.kind === 'embedded' ? heldHere(oltp, save, now) : shared(oltp, save);
}

function shared(oltp: Oltp, end: EndedSessions['end']): EndedSessions {
  const loader = batched(async (hashes) => {
    const rows = await oltp.query(ENDED, [[...new Set(hashes)]], hashRow);
    const ended = new Set(rows.map(({ hash }) => hash));
    return hashes.map((hash) => ended.has(hash));
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
