import type { ZodType } from 'zod';
import { PUBKEY_BYTES, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { Column } from '../../../core/olap/native/layout.ts';
import {
  datedLaunchRow,
  datedPledgeRow,
  datedTokenAccountRow,
  TOKEN_ACCOUNT_ROLES,
} from '../account-versions.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { mintsOf } from '../records/mint-decimals.ts';
import { FEW } from './changes.ts';
import type { LatestSnapshot } from './snapshot.ts';
import type { LatestState } from './state.ts';
import { type Advance, stepBy } from './tail.ts';

/** A slot that the indexer of this process has taken, before its rows are in the store. */
export interface PushedSlot {
  /** The slot before it, and the greatest revision among the rows up to then. */
  readonly after: Pick<Checkpoint, 'slot' | 'revision'>;
  readonly checkpoint: Omit<Checkpoint, 'slotTime'>;
  /** Unix seconds; undefined if unknown. */
  readonly blockTime: bigint | undefined;
  readonly launches: ColumnBlock;
  readonly tokenAccounts: ColumnBlock;
  readonly pledges: ColumnBlock;
  /** Whether any mint changed. */
  readonly mints: boolean;
}

/** Role of a token account by its number in the table. */
const ROLES = [undefined, ...TOKEN_ACCOUNT_ROLES];

/** What a pushed slot changed, apart from the buffers of the indexer. */
export type PushedStep = NonNullable<ReturnType<typeof pushedStep>>;

/** Undefined if there are so many changes that requests would have to wait for them. */
export function pushedStep({ after, checkpoint, blockTime, mints, ...blocks }: PushedSlot) {
  const { slot } = checkpoint;
  if (blocks.launches.rows + blocks.tokenAccounts.rows + blocks.pledges.rows > FEW) return undefined;
  const launches = rowsOf(blocks.launches, 'key', datedLaunchRow);
  const pledges = rowsOf(blocks.pledges, 'hex', datedPledgeRow);
  const tokenAccounts = rowsOf(blocks.tokenAccounts, 'key', datedTokenAccountRow);
  const changes = {
    launches: launches.map(({ version }) => version),
    tokenAccounts: tokenAccounts.map(({ version }) => version),
    pledges: pledges.map(({ version }) => version),
  };
  const times = blockTime === undefined ? [] : [{ slot, time: blockTime }];
  return { after, checkpoint, blockTime, mints, tail: { portions: [{ slot, ...changes }], times } };
}

/**
 * The path from the held snapshot to a pushed slot; undefined if the slot does not follow it, or if only the store tells
 * all that changes with it.
 */
export function advanceBy(held: LatestSnapshot, step: PushedStep): Advance | undefined {
  const { stamp, state, coverage, quarantine } = held;
  const { after, blockTime, tail } = step;
  const { checkpoint: from } = stamp;
  if (after.slot !== stamp.slot || after.revision > from.revision) return undefined;
  if (step.checkpoint.rollbackRevision !== from.rollbackRevision || stamp.unreadable) return undefined;
  if (needsMints(state, step)) return undefined;
  const now = blockTime ?? stamp.now;
  const checkpoint = { ...step.checkpoint, slotTime: now };
  const { verifiedSlot, unreadable } = stamp;
  return stepBy(held, {
    checkpoint,
    found: tail,
    surroundings: { now, verifiedSlot, coverage, unreadable, quarantine },
  });
}

/** Whether the store may know decimals that the state lacks: of a mint that is new to it, or that the slot changed. */
function needsMints(state: LatestState, { mints, tail }: PushedStep): boolean {
  const seen = mintsOf(state.launches);
  const found = mintsOf(tail.portions.flatMap(({ launches }) => launches));
  const asked = mints ? [...seen, ...found] : found.filter((mint) => !seen.includes(mint));
  return asked.some((mint) => state.decimalsOf(mint) === undefined);
}

/** The rows of a block as ClickHouse answers them, with keys in this format, parsed. */
function rowsOf<Row>(block: ColumnBlock, keys: 'key' | 'hex', schema: ZodType<Row>): Row[] {
  return Array.from({ length: block.rows }, (_, row) => {
    const values: Record<string, unknown> = {};
    for (const column of block.layout.columns) {
      const { kind, width } = column.storage;
      if (kind === 'bytes' && width === PUBKEY_BYTES) {
        values[`${column.name}_${keys}`] = keyText(block.bytes(column, row), keys);
      } else values[column.name] = cellText(block, column, row);
    }
    return schema.parse({ ...values, updated_slot: values.slot, at_slot: values.slot });
  });
}

function keyText(bytes: Buffer, keys: 'key' | 'hex'): string {
  return keys === 'key' ? pubkeyFromBytes(bytes) : bytes.toString('hex').toUpperCase();
}

/** A number as ClickHouse's JSON has it; undefined for what no row schema reads. */
function cellText(block: ColumnBlock, column: Column, row: number): unknown {
  const { kind, width } = column.storage;
  if (column.type.startsWith('Enum8')) return ROLES[block.u8(column, row)];
  if (width === 1) return block.u8(column, row);
  if (width === 4) return block.u32(column, row);
  if (width === 8) return String(kind === 'signed' ? block.i64(column, row) : block.u64(column, row));
  return undefined;
}
