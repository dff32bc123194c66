import type { BlockMeta, SlotStatus, SlotUpdate } from '../../model/source.ts';
import { malformed, type WireCursor } from './wire.ts';

/** By the numbers of `SlotStatus` in the protocol; 3 to 5 are for slots without content yet. */
const STATUSES: ReadonlyMap<number, SlotStatus> = new Map([
  [0, 'processed'],
  [1, 'confirmed'],
  [2, 'finalized'],
  [6, 'dead'],
]);

/** Reads `SubscribeUpdateSlot`; nothing for a status that is not used here. */
export function scanSlot(cursor: WireCursor): SlotUpdate | undefined {
  let slot = 0n;
  let parent: bigint | undefined;
  let code = 0;
  let deadError: string | undefined;
  while (cursor.next()) {
    if (cursor.field === 1) {
      cursor.varint();
      slot = cursor.u64;
    } else if (cursor.field === 2) {
      cursor.varint();
      parent = cursor.u64;
    } else if (cursor.field === 3) {
      cursor.varint();
      code = cursor.high === 0 ? cursor.low : -1;
    } else if (cursor.field === 4) {
      cursor.delimited();
      deadError = cursor.bytes.toString('utf8', cursor.start, cursor.end);
    } else cursor.skip();
  }
  const status = STATUSES.get(code);
  return status && { slot, parent, status, deadError };
}

/** Reads `SubscribeUpdateBlockMeta`. */
export function scanBlockMeta(cursor: WireCursor): BlockMeta {
  const meta: { -readonly [Name in keyof BlockMeta]: BlockMeta[Name] } = {
    slot: 0n,
    parentSlot: 0n,
    blockhash: '',
    blockTime: undefined,
    blockHeight: undefined,
  };
  while (cursor.next()) {
    if (cursor.field === 1) {
      cursor.varint();
      meta.slot = cursor.u64;
    } else if (cursor.field === 2) {
      cursor.delimited();
      meta.blockhash = cursor.bytes.toString('utf8', cursor.start, cursor.end);
    } else if (cursor.field === 4) meta.blockTime = BigInt.asIntN(64, wrappedNumber(cursor));
    else if (cursor.field === 5) meta.blockHeight = wrappedNumber(cursor);
    else if (cursor.field === 6) {
      cursor.varint();
      meta.parentSlot = cursor.u64;
    } else cursor.skip();
  }
  if (meta.blockhash === '') throw malformed('a block meta lacks its blockhash');
  return meta;
}

/** A number in its own message, like `UnixTimestamp` and `BlockHeight`; field 1, 0 if omitted. */
function wrappedNumber(cursor: WireCursor): bigint {
  let value = 0n;
  cursor.nested(() => {
    while (cursor.next()) {
      if (cursor.field === 1) {
        cursor.varint();
        value = cursor.u64;
      } else cursor.skip();
    }
  });
  return value;
}
