import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import type { Decoder } from '../../decode/decoder.ts';
import type { AtSlot, ChainAccount } from '../../model/chain-read.ts';
import { SlotBuffer } from '../../model/slot-buffer.ts';
import type { BlockMeta } from '../../model/source.ts';
import type { FollowedAccounts } from '../../pipeline/followed-accounts.ts';
import type { RpcClient } from '../../source/rpc/client.ts';
import { showAccounts } from '../../source/snapshot/snapshot.ts';

export interface StateOptions {
  readonly rpc: RpcClient;
  readonly programId: string;
  readonly commitment: Commitment;
  readonly decoder: Decoder;
  readonly launches: FollowedAccounts;
  readonly minContextSlot: bigint | undefined;
  /** The last slot allowed for the state. */
  readonly maxContextSlot?: bigint | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A node answers from one slot for about 400 ms, and reads sent together nearly always meet the same one. */
const ATTEMPTS = 24;

/**
 * The program's accounts and those outside it that its launches name, all at one slot. Both reads are sent at the
 * same moment, repeatedly until they are answered from one slot; the first read shows which accounts to ask for.
 * @throws SNAPSHOT_UNSTABLE when no attempt met one slot, SNAPSHOT_SLOT_PASSED, and the errors of RPC
 */
export async function stateAtOneSlot(options: StateOptions): Promise<AtSlot<ChainAccount[]>> {
  const { rpc, programId, commitment, launches, signal } = options;
  let { minContextSlot } = options;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const keys = launches.keys;
    const read = { commitment, signal, minContextSlot };
    const [program, outside] = await Promise.all([
      rpc.getProgramAccounts(programId, read),
      keys.length === 0 ? undefined : rpc.getAccountsAtOneSlot(keys, read),
    ]);
    minContextSlot = outside && outside.slot > program.slot ? outside.slot : program.slot;
    requireNotPassed(minContextSlot, options);
    if (await findsLaunches(program, options)) continue;
    if (outside && outside.slot !== program.slot) continue;
    const found = outside?.value.flatMap(({ account }) => (account ? [account] : [])) ?? [];
    return { slot: program.slot, value: [...program.value, ...found] };
  }
  throw new LaunchlensError('SNAPSHOT_UNSTABLE', { attempts: ATTEMPTS });
}

type ReachOptions = Pick<StateOptions, 'commitment' | 'clock' | 'signal' | 'maxContextSlot'> & {
  readonly rpc: Pick<RpcClient, 'getSlot'>;
};

/** A node may be this far below the requested slot: the read is retried until it gets there. */
const NEAR_SLOTS = 150n;
const NEAR_WAIT_MS = 400;

/** Waits until the chain reaches the allowed slots. @throws SNAPSHOT_SLOT_PASSED, SNAPSHOT_SLOT_AHEAD */
export async function chainReaches(from: bigint | undefined, options: ReachOptions): Promise<void> {
  const { rpc, commitment, clock, signal } = options;
  if (from === undefined && options.maxContextSlot === undefined) return;
  for (;;) {
    const slot = await rpc.getSlot({ commitment, signal });
    requireNotPassed(slot, options);
    if (from === undefined || slot >= from) return;
    if (slot + NEAR_SLOTS < from) throw new LaunchlensError('SNAPSHOT_SLOT_AHEAD', { slot, from });
    await clock.sleep(NEAR_WAIT_MS, signal);
  }
}

function requireNotPassed(slot: bigint, { maxContextSlot: to }: Pick<StateOptions, 'maxContextSlot'>): void {
  if (to !== undefined && slot > to) throw new LaunchlensError('SNAPSHOT_SLOT_PASSED', { slot, to });
}

async function findsLaunches(program: AtSlot<ChainAccount[]>, options: StateOptions): Promise<boolean> {
  const { decoder, launches, signal } = options;
  const buffer = new SlotBuffer();
  const sink = { account: (view: Parameters<Decoder['account']>[0]) => void decoder.account(view, buffer) };
  await showAccounts(program, sink, signal);
  return launches.addFrom(buffer);
}

const BLOCK_WAIT_MS = 400;
const BLOCK_ATTEMPTS = 50;

/** The block of a slot that was answered; nodes need a moment until they can return it. @throws BLOCK_NOT_TOLD */
export async function blockOf(slot: bigint, options: StateOptions): Promise<BlockMeta> {
  const { rpc, commitment, clock, signal } = options;
  for (let attempt = 0; attempt < BLOCK_ATTEMPTS; attempt += 1) {
    const meta = await rpc.ledger.getBlockMeta(slot, { commitment, signal });
    if (meta) return meta;
    await clock.sleep(BLOCK_WAIT_MS, signal);
  }
  throw new LaunchlensError('BLOCK_NOT_TOLD', { host: rpc.host, slot });
}
