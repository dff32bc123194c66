import { type AccountView, LAMPORTS_AT, SLOT_AT, WRITE_VERSION_AT } from '../../model/source.ts';
import { malformed, type WireCursor } from './wire.ts';

const NUMBERS_BYTES = 24;
const PUBKEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const ABSENT = -1;

/** A scanner's only account view, moved from update to update. */
export class AccountWindow implements AccountView {
  bytes: Buffer = Buffer.alloc(0);
  pubkeyAt = ABSENT;
  ownerAt = ABSENT;
  dataAt = 0;
  dataLength = 0;
  signatureAt = ABSENT;
  readonly numbers: Buffer = Buffer.alloc(NUMBERS_BYTES);
  readonly #numbers = new DataView(this.numbers.buffer, this.numbers.byteOffset, NUMBERS_BYTES);

  reset(bytes: Buffer): void {
    this.bytes = bytes;
    this.pubkeyAt = ABSENT;
    this.ownerAt = ABSENT;
    this.dataAt = 0;
    this.dataLength = 0;
    this.signatureAt = ABSENT;
    this.setNumber(SLOT_AT, 0, 0);
    this.setNumber(LAMPORTS_AT, 0, 0);
    this.setNumber(WRITE_VERSION_AT, 0, 0);
  }

  setNumber(at: number, low: number, high: number): void {
    this.#numbers.setUint32(at, low, true);
    this.#numbers.setUint32(at + 4, high, true);
  }
}

/** Reads `SubscribeUpdateAccount` in `[at, limit)` of the cursor's bytes into `view`. */
export function scanAccount(cursor: WireCursor, view: AccountWindow): void {
  view.reset(cursor.bytes);
  let infoAt = ABSENT;
  let infoEnd = 0;
  while (cursor.next()) {
    if (cursor.field === 1) {
      if (infoAt !== ABSENT) throw malformed('an account update holds two accounts');
      cursor.delimited();
      infoAt = cursor.start;
      infoEnd = cursor.end;
    } else if (cursor.field === 2) {
      cursor.varint();
      view.setNumber(SLOT_AT, cursor.low, cursor.high);
    } else cursor.skip();
  }
  if (infoAt === ABSENT) throw malformed('an account update holds no account');
  cursor.open(cursor.bytes, infoAt, infoEnd);
  while (cursor.next()) scanInfoField(cursor, view);
  if (view.pubkeyAt === ABSENT || view.ownerAt === ABSENT) {
    throw malformed('an account update lacks its key or its owner');
  }
}

/** One field of `SubscribeUpdateAccountInfo`; executable and rent epoch are not used here. */
function scanInfoField(cursor: WireCursor, view: AccountWindow): void {
  switch (cursor.field) {
    case 1:
      view.pubkeyAt = cursor.fixed(PUBKEY_BYTES);
      return;
    case 2:
      cursor.varint();
      view.setNumber(LAMPORTS_AT, cursor.low, cursor.high);
      return;
    case 3:
      view.ownerAt = cursor.fixed(PUBKEY_BYTES);
      return;
    case 6:
      cursor.delimited();
      view.dataAt = cursor.start;
      view.dataLength = cursor.end - cursor.start;
      return;
    case 7:
      cursor.varint();
      view.setNumber(WRITE_VERSION_AT, cursor.low, cursor.high);
      return;
    case 8:
      view.signatureAt = cursor.fixed(SIGNATURE_BYTES);
      return;
    default:
      cursor.skip();
  }
}
