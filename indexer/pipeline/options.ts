import type { Clock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Commitment, TokenAccountSource } from '../../core/kernel/settings/schema.ts';
import type { ProgramFilter } from '../../idl/anchor/program.ts';
import type { Decoder } from '../decode/decoder.ts';
import type { CurrentAccount } from '../model/account-states.ts';
import type { CompletedSlot, FlowRange, SnapshotState } from '../model/completed-slot.ts';
import type { RewardAccounts } from '../model/reward-accounts.ts';
import type { SlotWriters } from '../model/slot-writers.ts';
import type { UpdateSource } from '../model/source.ts';
import type { RpcClient } from '../source/rpc/client.ts';
import type { ResumePoint } from './delivered-slots.ts';
import type { KnownSource } from './known-of-index.ts';
import type { PipelineStats } from './stats.ts';

/**
 * Where whole slots go: the writer of an index, or the recorder of a capture. Both copy the rows before they
 * return.
 */
export interface SlotWriter {
  /**
   * Takes the next slot; the promise resolves when there is room for more, and rejects if writing is no longer
   * possible.
   */
  append(slot: CompletedSlot): Promise<void>;
  /** Writes a slot again, because of a late write. */
  correct(slot: CompletedSlot): Promise<void>;
  snapshot(state: SnapshotState): Promise<void>;
  /** While true, no more slots should come. */
  readonly full: boolean;
  /** Reports the newest slot of the chain. */
  heard(chainSlot: bigint): void;
  /** Records slots whose transactions were all seen. */
  flows?(ranges: readonly FlowRange[]): void;
  /** Reports that a slot and all before it are final. */
  finalized?(slot: bigint): void;
  /** Marks what was taken so far; the result says whether all of it is durable. Absent if nothing is read back. */
  mark?(): () => boolean;
}

/** The state of the index, including everything that the writer has taken. */
export interface FollowedIndex {
  /**
   * Removes the slots above `to`. Returns the new position of the index, or nothing if it is empty. Absent if
   * nothing can be removed: then a gap is recorded instead.
   */
  rollBack?(to: bigint, cause: string): Promise<ResumePoint | undefined>;
  /** The transactions behind the rows of some of the last slots, by slot; absent if those count as complete. */
  writersOf?(from: bigint, to: bigint, signal: AbortSignal): Promise<ReadonlyMap<bigint, SlotWriters>>;
  /** Every account that exists, by its address as raw bytes in a latin1 string. */
  currentAccounts(signal: AbortSignal): Promise<Map<string, CurrentAccount>>;
  /** Digests of these accounts, with the same keys; absent if only the program is followed. */
  heldAccounts?(addresses: readonly Uint8Array[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
}

export interface PipelineOptions {
  readonly source: UpdateSource;
  readonly rpc: RpcClient;
  readonly writer: SlotWriter;
  readonly decoder: Pick<Decoder, 'account' | 'transaction' | 'tokenAccounts' | 'follow'>;
  readonly programId: string;
  /** Which of its accounts are followed; by default all. */
  readonly filters?: readonly ProgramFilter[];
  /** Whether everything that the program executes is stored. */
  readonly storesCalls?: boolean;
  readonly commitment: Commitment;
  /** Where token accounts come from; by default, from the stream of accounts. */
  readonly tokenAccounts?: TokenAccountSource | undefined;
  /** What is followed besides the program. */
  readonly rewards?: RewardAccounts | undefined;
  /** Where an earlier run stopped: the checkpoint and what it followed. */
  readonly resume: ResumePoint | undefined;
  /** How accounts without a followed key are remembered and looked up; by default all launches' in memory. */
  readonly known?: KnownSource | undefined;
  readonly index: FollowedIndex;
  readonly stats: PipelineStats;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called with what is done before a stream is followed. */
  readonly onStep?: (step: string) => void;
}
