import type { AccountVersion as ChainVersion } from '../../../fixtures/localnet/chain/account-store.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { greatest, least } from '../bigints.ts';
import { chainAccount, chainHistory, followedAt, hexOf } from '../chain/chain-state.ts';
import type { AccountState, AccountStates, AccountVersion, IndexedSlot } from './index-state.ts';

/** Every account that the chain has and the index ought to know, as `slot` left it. */
export function chainStateAt(chain: Chain, slot: bigint): AccountStates {
  const states = new Map<string, AccountState>();
  for (const [address, kind] of followedAt(chain, slot)) {
    const account = chainAccount(chain, address, slot);
    if (account) states.set(address, { kind, lamports: account.lamports, data: hexOf(account.data) });
  }
  return states;
}

/**
 * What the index says otherwise than the chain at one slot, a line for each account. The index may know a token
 * account or a mint before its launch exists, but then it must know it exactly.
 */
export function stateDifferences(chain: Chain, slot: bigint, index: AccountStates): string[] {
  const wanted = chainStateAt(chain, slot);
  const differences: string[] = [];
  for (const [address, state] of wanted) {
    const held = index.get(address);
    const line = `slot ${slot}: ${state.kind} ${address}`;
    if (!held) differences.push(`${line} is missing in the index`);
    else if (describeState(held) !== describeState(state)) {
      differences.push(`${line} is ${describeState(held)} in the index and ${describeState(state)} on chain`);
    }
  }
  for (const [address, held] of index) {
    if (wanted.has(address)) continue;
    const account = chainAccount(chain, address, slot);
    const same = account?.lamports === held.lamports && hexOf(account.data) === held.data;
    if (!same || held.kind === 'launch' || held.kind === 'pledge') {
      differences.push(`slot ${slot}: ${held.kind} ${address} is in the index and not on chain`);
    }
  }
  return differences;
}

function describeState({ kind, lamports, data }: AccountState): string {
  return `${kind} ${lamports} ${data}`;
}

/**
 * What the streamed rows of the index say otherwise than the chain's own history, over the slots of `within`: a row
 * for each account and slot in which it changed, with the last write's version and signature, and no other row. What
 * RPC told (write version 0, and exists) is a state and no change. A token account or a mint is asked about from its first
 * streamed row on, because it may be older than its launch.
 */
export function versionDifferences(
  chain: Chain,
  rows: readonly AccountVersion[],
  within: (slot: bigint) => boolean,
): string[] {
  const last = greatest(rows.map(({ slot }) => slot)) ?? 0n;
  const streamed = Map.groupBy(
    rows.filter(({ writeVersion, lamports }) => writeVersion > 0n || lamports === 0n),
    ({ address }) => address,
  );
  const kinds = [...followedAt(chain, last)];
  const owned = new Set(
    kinds.filter(([, kind]) => kind === 'launch' || kind === 'pledge').map(([key]) => key),
  );
  return [...new Set([...streamed.keys(), ...owned])].flatMap((address) => {
    const found = new Map((streamed.get(address) ?? []).map((row) => [row.slot, describeRow(row)]));
    const slots = [...found.keys()];
    const first = owned.has(address) ? 0n : (least(slots) ?? last);
    const history = chainHistory(chain, address).filter(({ slot }) => slot >= first && slot <= last);
    const wanted = new Map(history.map((version) => [version.slot, describeVersion(version)]));
    // What began and ended within one slot leaves nothing that an index would have to tell.
    const nothing = new Set(history.filter((_, at) => !existed(history, at)).map(({ slot }) => slot));
    return [...new Set([...slots, ...wanted.keys()])]
      .filter((slot) => within(slot) && !nothing.has(slot) && found.get(slot) !== wanted.get(slot))
      .map((slot) => `${address} at ${slot}: ${found.get(slot)} in the index, ${wanted.get(slot)} on chain`);
  });
}

/** Whether the account exists after a version, or did before it. */
function existed(history: readonly ChainVersion[], at: number): boolean {
  return [at - 1, at].some((one) => (history[one]?.lamports ?? 0n) > 0n);
}

/** A closure that a transaction told has no version. */
function describeRow({ lamports, data, writeVersion, signature }: AccountVersion): string {
  return lamports === 0n ? `closed ${signature}` : `${lamports} ${data} ${writeVersion} ${signature}`;
}

function describeVersion({ lamports, data, writeVersion, signature }: ChainVersion): string {
  const by = hexOf(signature ?? new Uint8Array(64));
  return lamports === 0n ? `closed ${by}` : `${lamports} ${hexOf(data)} ${writeVersion} ${by}`;
}

/** The slots of the surviving fork in a range, as the index ought to list them. */
export function chainSlots(chain: Chain, from: bigint, to: bigint): IndexedSlot[] {
  return chain
    .recentSlots()
    .filter(({ block }) => block.slot >= from && block.slot <= to)
    .map(({ block: { slot, parentSlot, blockhash, blockTime, blockHeight } }) => ({
      slot,
      parent: parentSlot,
      blockhash,
      time: blockTime,
      height: blockHeight,
    }));
}
