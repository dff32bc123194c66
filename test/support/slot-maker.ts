import { createHash } from 'node:crypto';
import { appendRow } from '../../core/olap/native/append-row.ts';
import { closeAccount } from '../../indexer/model/closed-rows.ts';
import type { CompletedSlot } from '../../indexer/model/completed-slot.ts';
import { KIND, SlotBuffer } from '../../indexer/model/slot-buffer.ts';
import type { AccountView, BlockMeta } from '../../indexer/model/source.ts';
import {
  FLOW_DIRECTION,
  LAUNCH_VERSIONS,
  PLEDGE_VERSIONS,
  QUARANTINE,
  TOKEN_ACCOUNT_VERSIONS,
  TOKEN_ROLE,
} from '../../indexer/model/tables.ts';

const keyOf = (name: string): Buffer => createHash('sha256').update(name).digest();

function viewOf(name: string, slot: bigint, writeVersion: bigint): AccountView {
  const bytes = Buffer.concat([keyOf(name), createHash('sha512').update(`${name} ${slot}`).digest()]);
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, 0);
  numbers.writeBigUInt64LE(1_000n, 8);
  numbers.writeBigUInt64LE(writeVersion, 16);
  return { bytes, pubkeyAt: 0, ownerAt: 0, dataAt: 0, dataLength: 0, signatureAt: 32, numbers };
}

export function metaOf(slot: bigint, parentSlot = slot - 1n): BlockMeta {
  return {
    slot,
    parentSlot,
    blockhash: `block ${slot}`,
    blockTime: 1_790_000_000n + slot,
    blockHeight: slot,
  };
}

export function emptySlot(slot: bigint, parentSlot = slot - 1n): CompletedSlot {
  return { meta: metaOf(slot, parentSlot), buffer: new SlotBuffer() };
}

export interface PledgeWrite {
  readonly slot: bigint;
  readonly launchId: bigint;
  readonly pledger: string;
  readonly amount: bigint;
  readonly writeVersion?: bigint;
}

export function addPledge(buffer: SlotBuffer, write: PledgeWrite): void {
  const view = viewOf(`pledge ${write.launchId} ${write.pledger}`, write.slot, write.writeVersion ?? 1n);
  const row = buffer.row(KIND.pledge, view);
  if (row < 0) return;
  const { byName } = PLEDGE_VERSIONS;
  buffer.pledges.setI64(byName.launch_id, row, write.launchId);
  buffer.pledges.setBytes(byName.pledger, row, keyOf(write.pledger));
  buffer.pledges.setI64(byName.amount, row, write.amount);
}

export function addLaunch(
  buffer: SlotBuffer,
  write: { readonly slot: bigint; readonly launchId: bigint; readonly totalPledged: bigint },
): void {
  const row = buffer.row(KIND.launch, viewOf(`launch ${write.launchId}`, write.slot, 1n));
  const { byName } = LAUNCH_VERSIONS;
  buffer.launches.setI64(byName.launch_id, row, write.launchId);
  buffer.launches.setI64(byName.total_pledged, row, write.totalPledged);
  buffer.launches.setBytes(byName.escrow_token_account, row, keyOf(`escrow ${write.launchId}`));
}

export function closeLaunch(
  buffer: SlotBuffer,
  { slot, launchId }: { readonly slot: bigint; readonly launchId: bigint },
): void {
  closeAccount(buffer, viewOf(`launch ${launchId}`, slot, 1n), { kind: 'launch', launchId });
}

export function addEscrow(
  buffer: SlotBuffer,
  write: { readonly slot: bigint; readonly launchId: bigint; readonly amount: bigint },
): void {
  const row = buffer.row(KIND.tokenAccount, viewOf(`escrow ${write.launchId}`, write.slot, 1n));
  const { byName } = TOKEN_ACCOUNT_VERSIONS;
  buffer.tokenAccounts.setI64(byName.launch_id, row, write.launchId);
  buffer.tokenAccounts.setU8(byName.role, row, TOKEN_ROLE.escrow);
  buffer.tokenAccounts.setI64(byName.amount, row, write.amount);
  buffer.tokenAccounts.setString(byName.data, row, Buffer.from(`data ${write.amount}`));
}

export function addQuarantined(buffer: SlotBuffer, slot: bigint, name: string): void {
  const row = buffer.row(KIND.quarantine, viewOf(name, slot, 1n));
  buffer.quarantine.setString(QUARANTINE.byName.reason, row, Buffer.from('unknown layout'));
  buffer.quarantine.setString(QUARANTINE.byName.data, row, Buffer.from('bytes'));
}

export function addFlow(
  buffer: SlotBuffer,
  write: {
    readonly slot: bigint;
    readonly launchId: bigint;
    readonly pledger: string;
    readonly amount: bigint;
  },
): void {
  const signature = createHash('sha512').update(`flow ${write.slot} ${write.launchId}`).digest();
  if (!buffer.addTransaction(signature)) return;
  appendRow(buffer.escrowFlows, {
    launch_id: write.launchId,
    slot: write.slot,
    signature,
    ordinal: 0,
    direction: FLOW_DIRECTION.in,
    kind: 'pledge',
    wallet: keyOf(write.pledger),
    mint: keyOf('mint'),
    amount: write.amount,
  });
}

/** A transfer of the treasury. */
export function addTransfer(buffer: SlotBuffer, slot: bigint): void {
  appendRow(buffer.treasuryTransfers, {
    treasury: keyOf('treasury'),
    slot,
    signature: createHash('sha512').update(`transfer ${slot}`).digest(),
    mint: keyOf('mint'),
    amount: 1n,
    memo: '',
  });
}

/** A slot of a lively chain: the same for the same number. */
export function livelySlot(slot: bigint): CompletedSlot {
  const made = emptySlot(slot);
  for (let launchId = 1n; launchId <= 3n; launchId += 1n) {
    addLaunch(made.buffer, { slot, launchId, totalPledged: slot * launchId });
    addEscrow(made.buffer, { slot, launchId, amount: slot + launchId });
    addFlow(made.buffer, { slot, launchId, pledger: `wallet ${slot % 11n}`, amount: slot });
    for (let n = 0n; n < 5n; n += 1n) {
      addPledge(made.buffer, { slot, launchId, pledger: `wallet ${(slot + n) % 11n}`, amount: slot * n });
    }
  }
  if (slot % 4n === 0n) addQuarantined(made.buffer, slot, `odd ${slot}`);
  return made;
}
