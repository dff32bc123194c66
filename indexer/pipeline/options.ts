import type { Clock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { Decoder } from '../decode/decoder.ts';
import type { CurrentAccount } from '../model/account-states.ts';
import type { KnownAccounts } from '../model/known-accounts.ts';
import type { RewardAccounts } from '../model/reward-accounts.ts';
import type { UpdateSource } from '../model/source.ts';
import type { RpcClient } from '../source/rpc/client.ts';
import type { WritersOf } from './doubted-slots.ts';
import type { ResumePoint } from './left-slots.ts';
import type { SlotWriter } from './slot-outlet.ts';
import type { StandingMintsOptions } from './standing-mints.ts';
import type { PipelineStats } from './stats.ts';

export interface PipelineOptions {
  readonly source: UpdateSource;
  readonly rpc: RpcClient;
  readonly writer: SlotWriter & { heard(chainSlot: bigint): void; finalized?(slot: bigint): void };
  readonly decoder: Pick<Decoder, 'account' | 'transaction' | 'follow'>;
  readonly programId: string;
  readonly commitment: Commitment;
  /** What is followed beside the program. */
  readonly rewards?: RewardAccounts | undefined;
  /** Where an earlier run stopped: the checkpoint and what it followed. */
  readonly resume: ResumePoint | undefined;
  /** The accounts that no key follows and that the index has ever seen; it learns on. */
  readonly known?: KnownAccounts | undefined;
  /**
   * Takes the slots above `to` out of the index; gives where it stands then, nothing for an empty one. Left out where
   * nothing can be taken back: then the slots are told as lost.
   */
  readonly takeBack?: (to: bigint, cause: string) => Promise<ResumePoint | undefined>;
  /** What the index holds of its last slots; left out where that counts as whole. */
  readonly writersOf?: WritersOf;
  readonly currentAccounts: (signal: AbortSignal) => Promise<Map<string, CurrentAccount>>;
  /** What the index holds of these accounts; left out where nothing is followed beside the program. */
  readonly heldAccounts?: NonNullable<StandingMintsOptions['heldAccounts']>;
  readonly stats: PipelineStats;
  readonly clock: Clock;
  readonly logger: Logger;
}
