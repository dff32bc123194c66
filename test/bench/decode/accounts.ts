import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { AccountLayout } from '../../../idl/layout.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import type { AccountView } from '../../../indexer/model/source.ts';

const KEY_AT = 0;
const OWNER_AT = 32;
const SIGNATURE_AT = 64;
const DATA_AT = 128;

/** Many updates of one account type in one buffer, as a transport hands them over. */
export interface UpdateBatch {
  readonly layout: AccountLayout;
  readonly count: number;
  readonly bytes: Buffer;
  /** Where the data of update `index` begins. */
  dataAt(index: number): number;
  /** Moves the one view to update `index`. */
  viewAt(index: number): AccountView;
}

/** Valid accounts with pseudo-random content, the same in every run. */
export function updateBatch(layout: AccountLayout, count: number): UpdateBatch {
  const stride = DATA_AT + layout.size;
  const bytes = Buffer.alloc(stride * count);
  fillPseudoRandom(bytes);
  const owner = pubkeyBytes(LOCALNET_PROGRAM_ID);
  for (let at = 0; at < bytes.length; at += stride) {
    bytes.set(owner, at + OWNER_AT);
    bytes.set(layout.discriminator, at + DATA_AT);
    for (const { name, type, offset } of layout.fields) {
      const field = at + DATA_AT + offset;
      if (type === 'bool') bytes[field] = (bytes[field] ?? 0) % 2;
      if (name === 'status') bytes[field] = (bytes[field] ?? 0) % 5;
    }
  }
  return {
    layout,
    count,
    bytes,
    dataAt: (index) => index * stride + DATA_AT,
    viewAt: movingView(bytes, stride),
  };
}

function movingView(bytes: Buffer, stride: number): (index: number) => AccountView {
  const numbers = Buffer.alloc(24, 1);
  const dataLength = stride - DATA_AT;
  const view = { bytes, numbers, dataLength, pubkeyAt: 0, ownerAt: 0, signatureAt: 0, dataAt: 0 };
  return (index) => {
    const at = index * stride;
    view.pubkeyAt = at + KEY_AT;
    view.ownerAt = at + OWNER_AT;
    view.signatureAt = at + SIGNATURE_AT;
    view.dataAt = at + DATA_AT;
    return view;
  };
}

/** xorshift32 */
function fillPseudoRandom(bytes: Buffer): void {
  let state = 0x9e37_79b9;
  for (let at = 0; at < bytes.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state & 0xff;
  }
}
