import { LRUCache } from 'lru-cache';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { parseU64 } from '../../../core/kernel/u64.ts';
import type { TokenBalance } from '../../model/source.ts';
import { malformed, type WireCursor } from './wire.ts';

/** Of the four to eight keys in the balances of a transfer at most one is new, and decoding is most of the work. */
const decoded = new LRUCache<string, Uint8Array>({ max: 4_096 });

/** Reads the `TokenBalance` in the current field. Its keys are base58 text and its amount is decimal text. */
export function scanTokenBalance(cursor: WireCursor): TokenBalance {
  let accountIndex = 0;
  let mint = '';
  let owner = '';
  let amount = '';
  cursor.nested(() => {
    while (cursor.next()) {
      if (cursor.field === 1) {
        cursor.varint();
        accountIndex = cursor.low;
      } else if (cursor.field === 2) mint = text(cursor);
      else if (cursor.field === 3) cursor.nested(() => (amount = scanAmount(cursor)));
      else if (cursor.field === 4) owner = text(cursor);
      else cursor.skip();
    }
  });
  return {
    accountIndex,
    mint: parsed('mint', mint, keyBytes),
    // Nodes before 1.8 did not record it.
    owner: owner === '' ? undefined : parsed('owner', owner, keyBytes),
    amount: parsed('amount', amount, (value) => parseU64('amount', value)),
  };
}

/** `UiTokenAmount`; only the exact amount is used. */
function scanAmount(cursor: WireCursor): string {
  let amount = '';
  while (cursor.next()) {
    if (cursor.field === 3) amount = text(cursor);
    else cursor.skip();
  }
  return amount;
}

function text(cursor: WireCursor): string {
  cursor.delimited();
  return cursor.bytes.toString('latin1', cursor.start, cursor.end);
}

function keyBytes(key: string): Uint8Array {
  let bytes = decoded.get(key);
  if (!bytes) {
    bytes = pubkeyBytes(key);
    decoded.set(key, bytes);
  }
  return bytes;
}

function parsed<Value>(name: string, value: string, parse: (value: string) => Value): Value {
  try {
    return parse(value);
  } catch {
    throw malformed(`a token balance has the ${name} "${value.slice(0, 64)}"`);
  }
}
