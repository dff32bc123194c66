import type { SourceStamp } from '../../schemas/rest/source.ts';
import type { Stamp } from '../read/model.ts';
import { wireCount, wireInstant, wireTime } from './wire.ts';

/** The `source` of every chain answer. */
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
  return {
    last_indexed_slot: wireCount(slot),
    commitment: checkpoint.commitment,
    slot_time: now === undefined ? null : wireTime(now),
    chain_slot: wireCount(chainSlot),
    lag_slots: wireCount(chainSlot - slot),
    verified_slot: verifiedSlot === undefined ? null : wireCount(verifiedSlot),
    indexed_at: wireInstant(checkpoint.indexedAt),
    ...(unreadable && unreadable.count > 0 && { unreadable_accounts: unreadable.count }),
    cluster: identity.cluster,
    program_id: identity.programId,
  };
}
