import type { Checkpoint } from '../model/checkpoint.ts';
import type { AccountTable } from './account-table.ts';
import type { EscrowLedger } from './invariants.ts';
import type { NamedKeys } from './launch-keys.ts';
import type { AuditedChain, AuditedIndex } from './ports.ts';

/** The chain's state of everything that the index keeps, at one slot. */
export interface ChainState {
  readonly slot: bigint;
  readonly accounts: AccountTable;
  /** Followed accounts that no live launch names, as latin1 strings: compared, but not part of any digest. */
  readonly unnamed: ReadonlySet<string>;
  readonly ledger: EscrowLedger;
  /** Accounts that changed during the reading, but not as the index has it, as latin1 strings: the table may be wrong about them. */
  readonly doubted: ReadonlySet<string>;
  /** How many changed under the reading and are as the index has them, which has both of their reads. */
  readonly bracketed: number;
}

/** Why a reading is not the chain's state at one slot, for display. */
export interface NotAligned {
  readonly reason: string;
  /** Keys that the next reading must also read. */
  readonly missing: readonly string[];
}

export interface ChainReading {
  readonly chain: AuditedChain;
  readonly index: AuditedIndex;
  readonly names: NamedKeys;
  /** Read only one launch. */
  readonly launchId: bigint | undefined;
  /** Keys outside the program that the index follows. */
  readonly followed: ReadonlySet<string>;
  /** An answer from before this slot is refused. */
  readonly minContextSlot: bigint;
  readonly signal: AbortSignal;
  /** Called after each slice, with how many of all are read. */
  readonly onSlice?: ((done: number, of: number) => void) | undefined;
}

/** A reading of the chain, which is a state at one slot once the index covers its newest one. */
export interface ChainRead {
  readonly slot: bigint;
  /** The oldest and newest slot at which it needs the index. */
  readonly oldest: bigint;
  readonly newest: bigint;
  state(covering: Pick<Checkpoint, 'revision'>): Promise<ChainState | NotAligned>;
}

/** Launches that appeared under the reading name accounts, which the next one reads. */
export const UNREAD = 'the chain names accounts that were not read';
