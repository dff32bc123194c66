import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { AccountBytes } from '../../model/account-states.ts';
import { accountDigest } from '../account-table.ts';
import type { EscrowLedger } from '../invariants.ts';
import type { OutsideAccounts } from '../outside.ts';
import type { ChainReading, ChainState, NotAligned } from '../reading.ts';
import type { Sample } from '../samples.ts';
import { type HeldStates, statesAt } from '../states-at.ts';
import type { ChangedAccount, Seen, SlicedAccounts } from './accounts.ts';
import { type SlicePlan, selects } from './plan.ts';

/** Everything that was read around the audited slot. */
export interface SlicedReading {
  readonly reading: ChainReading;
  readonly plan: SlicePlan;
  readonly slot: bigint;
  readonly accounts: SlicedAccounts;
  readonly outside: OutsideAccounts;
  readonly named: ReadonlySet<string>;
  /** Has the accounts that did not change. */
  readonly ledger: EscrowLedger;
  readonly changed: readonly ChangedAccount[];
}

/** The state at the audited slot, with the accounts that changed as the index has them. */
export async function stateOf(read: SlicedReading, revision: bigint): Promise<ChainState | NotAligned> {
  const { slot, accounts, outside, named, ledger } = read;
  const unread = addOutside(read);
  if ('reason' in unread) return unread;
  const changed = [...read.changed, ...unread.changed];
  const proven = await provenOf(changed, read, revision);
  const held = await heldAt(slot, changed, read, revision);
  const doubted = new Set<string>();
  for (const account of changed) {
    const bytes = held.get(keyOf(account));
    const known = proven.has(account) && !isUnseenLaunch(read, account, bytes);
    if (known) put(read, account, bytes);
    else doubted.add(keyOf(account));
    const digest = known ? bytes && accountDigest(bytes) : account.above.digest;
    if (digest) accounts.table.set(account.address, digest);
    else accounts.table.drop(account.address);
  }
  const bracketed = changed.filter((account) => !doubted.has(keyOf(account))).length;
  return { slot, accounts: accounts.table, unnamed: outside.without(named), ledger, doubted, bracketed };
}

/** Adds the accounts outside the program that did not change, and returns those that did. */
function addOutside({
  slot,
  outside,
  accounts,
  ledger,
}: SlicedReading): NotAligned | { readonly changed: readonly ChangedAccount[] } {
  const changed: ChangedAccount[] = [];
  for (const key of outside.keys) {
    const address = Buffer.from(pubkeyBytes(key));
    const known = outside.samples.at(key, slot);
    const { below, above } = outside.samples.around(key, slot);
    if (known) {
      if (known.account) accounts.table.set(address, accountDigest(known.account));
      ledger.outside(key, known.account?.data);
    } else if (below && above) {
      changed.push({ address, below: seen(below), above: seen(above), outside: key });
    } else return { reason: `an account was not read around slot ${slot}`, missing: [] };
  }
  return { changed };
}

function seen({ slot, account }: Sample): Seen {
  return { slot, digest: account && accountDigest(account) };
}

/** The accounts that the index has as they were read: at the audited slot, or both below and above it. */
async function provenOf(
  changed: readonly ChangedAccount[],
  read: SlicedReading,
  revision: bigint,
): Promise<ReadonlySet<ChangedAccount>> {
  const needed = changed.flatMap((account) =>
    readsThatProve(account, read.slot).map((one) => ({ account, one })),
  );
  const open = new Set(changed);
  for (const [slot, group] of Map.groupBy(needed, ({ one }) => one.slot)) {
    const held = await heldAt(
      slot,
      group.map(({ account }) => account),
      read,
      revision,
    );
    for (const { account, one } of group) if (!agrees(one, held.get(keyOf(account)))) open.delete(account);
  }
  return open;
}

function readsThatProve({ below, above }: ChangedAccount, slot: bigint): readonly Seen[] {
  if (below.slot === slot) return [below];
  return above.slot === slot ? [above] : [below, above];
}

function agrees({ digest }: Seen, held: AccountBytes | undefined): boolean {
  if (!digest || !held) return !digest && !held;
  return accountDigest(held).equals(digest);
}

function heldAt(
  slot: bigint,
  changed: readonly ChangedAccount[],
  { reading: { index, signal } }: SlicedReading,
  revision: bigint,
): Promise<HeldStates> {
  const of = index.program && ('program' as const);
  const addresses = changed.map(({ address }) => address);
  return statesAt(index.lane, { of, slot, revision, addresses, signal });
}

function put(
  { ledger, reading }: SlicedReading,
  { outside }: ChangedAccount,
  held: AccountBytes | undefined,
): void {
  if (outside !== undefined) ledger.outside(outside, held?.data);
  else if (held && !reading.index.program) ledger.add(held.data);
}

/** Every account that the pivot selects was in its answer. */
function isUnseenLaunch(
  { plan }: SlicedReading,
  { outside }: ChangedAccount,
  held: AccountBytes | undefined,
): boolean {
  return outside === undefined && held !== undefined && selects(plan.pivot, held.data);
}

function keyOf({ address }: ChangedAccount): string {
  return address.toString('latin1');
}
