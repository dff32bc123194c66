import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import type { BlockWrites } from '../model/block-writes.ts';
import type { DeliveredSlot } from '../track/unfinalized-tail.ts';
import { type AwaitOptions, awaitedBlocks } from './awaited-blocks.ts';
import type { FollowedAccounts } from './followed-accounts.ts';
import type { FollowedIndex } from './options.ts';
import { type FollowedKeys, unprovenBy } from './proven-slot.ts';
import type { SlotFlow } from './slot-flow.ts';

export interface DoubtOptions extends AwaitOptions {
  readonly index: Pick<FollowedIndex, 'writersOf'>;
  readonly followed: FollowedSoFar;
}

/** The accounts that concern the index, as far as the store need not be asked. */
export interface FollowedSoFar extends Omit<FollowedKeys, 'knows'> {
  /** Whether the index has ever known an account, for these base58 keys. */
  readonly knownOf: (keys: readonly string[], signal: AbortSignal) => Promise<FollowedKeys['knows']>;
}

/**
 * The first of the newest slots, ascending, that the chain's own blocks do not prove complete in the index;
 * undefined if they prove every one. A write can arrive late and be lost with its stream or the process, and
 * later streams may not reach back to its slot.
 * @throws the errors of RPC and of the store
 */
export async function firstUnproven(
  slots: readonly DeliveredSlot[],
  options: DoubtOptions,
): Promise<bigint | undefined> {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return undefined;
  const held = await options.index.writersOf?.(first.slot, last.slot, options.signal);
  const blockAt = awaitedBlocks(options);
  for (const { slot, blockhash } of slots) {
    const block = await blockAt(slot);
    const reason =
      block?.blockhash === blockhash
        ? unprovenBy(slot, block, held?.get(slot), await followedIn(block, options))
        : 'its block is not there';
    if (reason === undefined) continue;
    options.logger.info({ slot: Number(slot), reason }, 'a slot that no stream shows again is not proven');
    return slot;
  }
  return undefined;
}

async function followedIn(block: BlockWrites, { followed, signal }: DoubtOptions): Promise<FollowedKeys> {
  const named = block.transactions.flatMap(({ accounts }) => accounts.filter(({ writable }) => writable));
  const keys = new Set(named.map(({ key }) => key));
  return { ...followed, knows: await followed.knownOf([...keys], signal) };
}

export interface Concerned {
  readonly program: string;
  readonly treasury: string | undefined;
  readonly accounts: FollowedAccounts;
  readonly flow: Pick<SlotFlow, 'seen'>;
  readonly flowsFrom: bigint | undefined;
}

/** The accounts of a block that concern the index. */
export function followedKeys({ program, accounts, flow, treasury, flowsFrom }: Concerned): FollowedSoFar {
  const keys = new Set(accounts.keys);
  return {
    program,
    treasury,
    escrows: new Set(accounts.escrows),
    flowsFrom: flowsFrom ?? U64_MAX,
    knownOf: async (named, signal) => {
      const others = named.filter((key) => !keys.has(key)).map(pubkeyBytes);
      const seen = await flow.seen(others, signal);
      return (key) => {
        const address = pubkeyBytes(key);
        return keys.has(key) || accounts.launchAt(address) !== undefined || seen(address);
      };
    },
  };
}
