import { type SourceStamp, source } from '../../schemas/rest/source.ts';
import type { Stamp } from '../read/model.ts';
import { writerOf } from './write.ts';

const writeSource = writerOf(source);

export function sourceStamp({
  slot,
  now,
  checkpoint,
  identity,
  verifiedSlot,
  unreadable,
}: Stamp): SourceStamp {
  // A checkpoint may be written before its own slot is reported as the chain's newest.
  const ahead = checkpoint.chainSlot - checkpoint.slot;
  const chainSlot = ahead > 0n ? checkpoint.chainSlot : checkpoint.slot;
  return writeSource({
    ...checkpoint,
    ...identity,
    lastIndexedSlot: slot,
    slotTime: now,
    chainSlot,
    lagSlots: chainSlot - slot,
    verifiedSlot,
    unreadableAccounts: unreadable?.count || undefined,
    tokenAccounts: checkpoint.tokensByTransactions ? 'transactions' : undefined,
  });
}
