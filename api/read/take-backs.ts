import type { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import type { Stamp } from './model.ts';
import { rowOf } from './row.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'take-backs.sql');

const takeBackRow = rowOf({ revision: unsignedColumn, to: ['to_slot', unsignedColumn] });

/**
 * Slots above `to` were rolled back, because their fork died. The checkpoint of `revision` was the first without them.
 */
export type TakeBack = z.output<typeof takeBackRow>;

/**
 * One slot of one fork: after a rollback the same number means another block. `takeBack` is the revision of the newest
 * rollback when the slot was shown, 0 before the first.
 */
export interface Pin {
  readonly slot: bigint;
  readonly takeBack: bigint;
}

export function pinOf({ slot, checkpoint }: Pick<Stamp, 'slot' | 'checkpoint'>): Pin {
  return { slot, takeBack: checkpoint.takeBackRevision };
}

/** `110`, or `110.57` after the rollback of revision 57. */
export function pinText({ slot, takeBack }: Pin): string {
  return takeBack === 0n ? `${slot}` : `${slot}.${takeBack}`;
}

const PIN = /^([0-9]{1,16})(?:\.([0-9]{1,16}))?$/;

/** Undefined for invalid text: answers name no slot or revision above 2^53. */
export function parsePin(text: string): Pin | undefined {
  const [, slot, takeBack = '0'] = PIN.exec(text) ?? [];
  if (!Number.isSafeInteger(Number(slot)) || !Number.isSafeInteger(Number(takeBack))) return undefined;
  return { slot: BigInt(slot ?? ''), takeBack: BigInt(takeBack) };
}

/** Whether a shown slot still belongs to the same block. */
export function survives({ slot, takeBack }: Pin, takeBacks: readonly TakeBack[]): boolean {
  return takeBacks.every(({ revision, to }) => revision <= takeBack || slot <= to);
}

/**
 * The rollbacks above a revision, newest first, including one whose checkpoint is being written: from then on rows may
 * disappear during a query.
 */
export function readTakeBacks(lane: OlapLane, after: bigint, signal?: AbortSignal): Promise<TakeBack[]> {
  return lane.query({ sql: SQL, parameters: { after }, signal }, takeBackRow);
}
