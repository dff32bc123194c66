import { z } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'unrepaired.sql');
const unrepairedRow = z.object({ slot: unsignedColumn, unrepaired: unsignedColumn });

/** Differences from the chain that the newest audit could not repair. */
export interface Unrepaired {
  readonly slot: bigint;
  readonly differences: bigint;
}

const KEPT_MS = 2_000;

/** Reads them at most every two seconds; undefined if there are none. */
export function unrepairedReader(lane: OlapLane, clock: Clock): () => Promise<Unrepaired | undefined> {
  let readAt = Number.NEGATIVE_INFINITY;
  let read: Promise<Unrepaired | undefined> = Promise.resolve(undefined);
  return () => {
    const now = clock.now();
    if (now - readAt < KEPT_MS) return read;
    readAt = now;
    read = lane.query({ sql: SQL }, unrepairedRow).then(([row]) => {
      return row && row.unrepaired > 0n ? { slot: row.slot, differences: row.unrepaired } : undefined;
    });
    return read;
  };
}
