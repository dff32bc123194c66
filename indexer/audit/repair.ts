import { PLEDGE } from '../../idl/escrow.ts';
import { fieldOf } from '../../idl/layout.ts';
import { identityOf } from '../model/account-states.ts';
import type { ChainAccount } from '../model/chain-read.ts';
import { closeAccount } from '../model/closed-rows.ts';
import type { CoverageRange } from '../model/completed-slot.ts';
import { SlotBuffer } from '../model/slot-buffer.ts';
import { goneView } from '../model/source.ts';
import { accountDigest, newestSlot } from './account-table.ts';
import type { ConfirmedDifference } from './confirm.ts';
import { launchTerms } from './launch-keys.ts';
import type { Mender } from './ports.ts';
import type { ChainState } from './reading.ts';

export interface RepairOptions {
  readonly mender: Mender;
  /** The reading that found the differences. */
  readonly state: ChainState;
  /** The first slot at which the index is not proven to be right. */
  readonly doubtedFrom: bigint;
  /** The newest rollback known to the reading. */
  readonly rollbackRevision: bigint;
}

const CAUSE = 'an audit found the index different from the chain';

/**
 * Writes the chain's state of the differing accounts with the index's own writer: at the audited slot, or at that
 * of the second read if the account has changed in between. Nobody knows since when the index was wrong, so the
 * slots since the last proof become lost; from the repaired slot on the index is right again. Returns the
 * repaired addresses, as latin1 strings: bytes that match no layout cannot be repaired.
 */
export async function repairDifferences(
  differences: readonly ConfirmedDifference[],
  { mender, state, doubtedFrom, rollbackRevision }: RepairOptions,
): Promise<ReadonlySet<string>> {
  const buffers = new Map<bigint, SlotBuffer>();
  const repaired = new Set<string>();
  const written: { readonly slot: bigint }[] = [];
  const standing = new Set(differences.flatMap(({ chain }) => pledgeKey(chain?.data) ?? []));
  // Launches first: the accounts that they name must be followed before they are decoded.
  for (const difference of differences.toSorted(launchesFirst)) {
    const slot = stoodAlready(difference, state) ? state.slot : difference.slot;
    const buffer = buffers.get(slot) ?? new SlotBuffer();
    buffers.set(slot, buffer);
    if (!restore(difference, { slot, buffer, mender, standing })) continue;
    repaired.add(difference.address.toString('latin1'));
    written.push({ slot });
  }
  const at = newestSlot(written, state.slot);
  await mender.mend({
    buffers: [...buffers.values()],
    coverage: coverageOf(doubtedFrom, at),
    rollbackRevision,
  });
  return repaired;
}

function launchesFirst(a: ConfirmedDifference, b: ConfirmedDifference): number {
  const rank = ({ chain }: ConfirmedDifference): number => (chain && launchTerms(chain.data) ? 0 : 1);
  return rank(a) - rank(b);
}

/** Whether the account was the same at the audited slot and at the second read. */
function stoodAlready({ address, chain }: ConfirmedDifference, { accounts, doubted }: ChainState): boolean {
  if (doubted.has(address.toString('latin1'))) return false;
  const entry = accounts.find(address);
  if (entry < 0 || !chain) return entry < 0 && !chain;
  return accounts.digest(entry).equals(accountDigest(chain));
}

interface Restoring {
  readonly slot: bigint;
  readonly buffer: SlotBuffer;
  readonly mender: Mender;
  /** Launch and wallet of the Pledges being written. */
  readonly standing: ReadonlySet<string>;
}

function restore(
  { address, chain, indexed }: ConfirmedDifference,
  { slot, buffer, mender, standing }: Restoring,
): boolean {
  if (chain) return mender.decode(chain, slot, buffer);
  if (!indexed) return false;
  // A wrong Pledge row is replaced by the right one of the same wallet: a wallet has only one.
  if (indexed.kind === 'pledge' && standing.has(pledgeKey(indexed.data) ?? '')) return true;
  return closeAccount(buffer, goneView({ slot, address }), identityOf(indexed));
}

const LAUNCH_ID_AT = fieldOf(PLEDGE, 'launch_id').offset;
const PLEDGER_END = fieldOf(PLEDGE, 'pledger').offset + 32;

function pledgeKey(data: ChainAccount['data'] | undefined): string | undefined {
  if (data?.length !== PLEDGE.size) return undefined;
  return data.toString('latin1', LAUNCH_ID_AT, PLEDGER_END);
}

function coverageOf(doubtedFrom: bigint, repairedAt: bigint): CoverageRange[] {
  const range = { source: 'audit', cause: CAUSE } as const;
  const lost =
    doubtedFrom < repairedAt
      ? [{ ...range, from: doubtedFrom, to: repairedAt - 1n, state: 'lost' } as const]
      : [];
  return [...lost, { ...range, from: repairedAt, to: repairedAt, state: 'repaired' }];
}
