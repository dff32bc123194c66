import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { ProgramFilter } from '../../idl/anchor/program.ts';
import type { AtSlot, ChainAccount, ChainAccountSlot, ChainReadOptions } from '../model/chain-read.ts';
import type { Mending } from '../model/completed-slot.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';

/** What an audit reads from a node. Every answer names its slot. */
export interface AuditedChain {
  getProgramAccounts(
    programId: string,
    options: ChainReadOptions & { readonly filters?: readonly ProgramFilter[] },
  ): Promise<AtSlot<readonly ChainAccount[]>>;
  /** One answer per page of keys; pages may come from different slots. */
  getMultipleAccounts(
    keys: readonly string[],
    options: ChainReadOptions,
  ): Promise<readonly AtSlot<readonly ChainAccountSlot[]>[]>;
  getSlot(options: ChainReadOptions): Promise<bigint>;
}

/** How the chain's state gets into the index: by its one writer. */
export interface Mender {
  /** Decodes an account at a slot into the slot's buffer; false if it could not be read, or is not ours. */
  decode(account: ChainAccount, slot: bigint, into: SlotBuffer): boolean;
  /** Resolves when the rows are durable and count. */
  mend(mending: Mending): Promise<void>;
}

export interface AuditedIndex {
  /** For long reads. */
  readonly lane: OlapLane;
  readonly programId: string;
  readonly commitment: Commitment;
  /** The reward token's mint, followed whether it exists or not. */
  readonly rewardMint?: string | undefined;
  /** The token account that pays rewards; without it, payments are not checked. */
  readonly treasury?: string | undefined;
  /** The followed program; by default, the index is that of the launches. */
  readonly program?: AuditedProgram | undefined;
  /** Has this process's writer write what it took up to a slot; elsewhere, the rows come by themselves. */
  readonly reach?: ((slot: bigint) => Promise<void>) | undefined;
}

/** Which accounts of a program its index has. */
export interface AuditedProgram {
  /** By which a node selects them. */
  readonly filters: readonly ProgramFilter[];
  /** The byte of an account by which the program can be read in slices: one that hardly ever changes. */
  readonly sliceAt: number;
  /** Whether this account, of any owner, is one of them. */
  follows(account: ChainAccount): boolean;
}
