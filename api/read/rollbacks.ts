import type { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import type { Stamp } from './model.ts';
import { rowOf } from './row.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'rollbacks.sql');

const rollbackRow = rowOf({ revision: unsignedColumn, to: ['to_slot', unsignedColumn] });

/**
 * Slots above `to` were rolled back, because their fork died. The checkpoint of `revision` was the first without them.
 */
export type Rollback = z.output<typeof rollbackRow>;

/**
 * One slot of one fork: after a rollback the same number means another block. `rollback` is the revision of the newest
 * rollback when the slot was shown, 0 before the first.
 */
export interface Pin {
  readonly slot: bigint;
  readonly rollback: bigint;
}

export function pinOf({ slot, checkpoint }: Pick<Stamp, 'slot' | 'checkpoint'>): Pin {
  return { slot, rollback: checkpoint.rollbackRevision };
}

/** `110`, or `110.57` after the rollback of revision 57. */
export function pinText({ slot, rollback }: Pin): string {
  return rollback === 0n ? `${slot}` : `${slot}.${rollback}`;
}

const PIN = /^([0-9]{1,16})(?:\.([0-9]{1,16}))?$/;

/** Undefined for invalid text: answers name no slot or revision above 2^53. */
export function parsePin(text: string): Pin | undefined {
  const [, slot, rollback = '0'] = PIN.exec(text) ?? [];
  if (!Number.isSafeInteger(Number(slot)) || !Number.isSafeInteger(Number(rollback))) return undefined;
  return { slot: BigInt(slot ?? ''), rollback: BigInt(rollback) };
}

/** Whether a shown slot still belongs to the same block. */
export function survives({ slot, rollback }: Pin, rollbacks: readonly Rollback[]): boolean {
  return rollbacks.every(({ revision, to }) => revision <= rollback || slot <= to);
}

/**
 * The rollbacks above a revision, newest first, including one whose checkpoint is being written: from then on rows may
 * disappear during a query.
 */
export function readRollbacks(lane: OlapLane, after: bigint, signal?: AbortSignal): Promise<Rollback[]> {
  return lane.query({ sql: SQL, parameters: { after }, signal }, rollbackRow);
}
