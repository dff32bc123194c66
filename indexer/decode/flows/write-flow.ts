import type { SlotBuffer } from '../../model/slot-buffer.ts';
import type { Transaction } from '../../model/source.ts';
import { ESCROW_FLOWS, FLOW_DIRECTION } from '../../model/tables.ts';
import type { EscrowFlow } from '../escrow-flows.ts';

const { byName } = ESCROW_FLOWS;

/** Appends a movement. An unknown wallet stays zeros, as does the block time until the slot's block arrives. */
export function writeFlow(
  { escrowFlows: block }: Pick<SlotBuffer, 'escrowFlows'>,
  { slot, signature }: Transaction,
  flow: EscrowFlow,
): void {
  const row = block.addRow();
  block.setI64(byName.launch_id, row, flow.launchId);
  block.setI64(byName.slot, row, slot);
  block.setBytes(byName.signature, row, signature);
  block.setU32(byName.ordinal, row, flow.ordinal);
  block.setU8(byName.direction, row, FLOW_DIRECTION[flow.direction]);
  block.setString(byName.kind, row, Buffer.from(flow.kind));
  if (flow.wallet) block.setBytes(byName.wallet, row, flow.wallet);
  block.setBytes(byName.mint, row, flow.mint);
  block.setI64(byName.amount, row, flow.amount);
}
