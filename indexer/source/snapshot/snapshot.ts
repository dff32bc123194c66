import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProgramFilter } from '../../../idl/anchor/program.ts';
import type { AtSlot, ChainAccount, ChainReadOptions } from '../../model/chain-read.ts';
import type { UpdateSink } from '../../model/source.ts';
import type { RpcClient } from '../rpc/client.ts';
import { SnapshotWindow } from './account-window.ts';

type AccountSink = Pick<UpdateSink, 'account'>;

export interface SnapshotOfKeys {
  readonly slot: bigint;
  /** Requested keys without an account at this slot. */
  readonly missing: readonly string[];
}

/** Accounts delivered before yielding to the event loop. */
const TURN_ACCOUNTS = 5_000;

/** Delivers every account of a program at one slot, and returns that slot. */
export async function snapshotProgram(
  rpc: RpcClient,
  programId: string,
  options: ChainReadOptions & { readonly filters?: readonly ProgramFilter[] },
  sink: AccountSink,
): Promise<bigint> {
  const accounts = await rpc.getProgramAccounts(programId, options);
  await showAccounts(accounts, sink, options.signal);
  return accounts.slot;
}

/** Delivers the named accounts at one slot. */
export async function snapshotKeys(
  rpc: RpcClient,
  keys: readonly string[],
  options: ChainReadOptions,
  sink: AccountSink,
): Promise<SnapshotOfKeys> {
  const { slot, value } = await rpc.getAccountsAtOneSlot(keys, options);
  const found = value.flatMap(({ account }) => (account ? [account] : []));
  await showAccounts({ slot, value: found }, sink, options.signal);
  return { slot, missing: value.filter(({ account }) => !account).map(({ pubkey }) => pubkey) };
}

/** Delivers already read accounts, at the given slot. */
export async function showAccounts(
  { slot, value }: AtSlot<readonly ChainAccount[]>,
  sink: AccountSink,
  signal: AbortSignal | undefined,
): Promise<void> {
  const window = new SnapshotWindow(slot);
  for (const [index, account] of value.entries()) {
    if (index > 0 && index % TURN_ACCOUNTS === 0) await nextTurn();
    signal?.throwIfAborted();
    sink.account(window.show(account));
  }
}
