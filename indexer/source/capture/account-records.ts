import {
  type AccountView,
  LAMPORTS_AT,
  SLOT_AT,
  type UpdateSink,
  WRITE_VERSION_AT,
} from '../../model/source.ts';
import { ByteCursor } from './byte-cursor.ts';
import { readTransaction } from './read-record.ts';
import {
  ACCOUNT_FIXED_BYTES,
  ACCOUNT_HAS,
  PUBKEY_BYTES,
  RECORD,
  RECORD_HEAD_BYTES,
  SIGNATURE_BYTES,
} from './record.ts';

const FLAGS_AT = ACCOUNT_FIXED_BYTES - 1;

/** A reader's only account view, moved from record to record. */
class RecordView implements AccountView {
  bytes: Buffer;
  pubkeyAt = 0;
  ownerAt = 0;
  dataAt = 0;
  dataLength = 0;
  signatureAt = -1;
  readonly numbers: Buffer = Buffer.alloc(24);

  constructor(bytes: Buffer, slot: bigint) {
    this.bytes = bytes;
    this.numbers.writeBigUInt64LE(slot, SLOT_AT);
  }

  move(at: number, end: number): void {
    const { bytes, numbers } = this;
    const lamportsAt = at + 2 * PUBKEY_BYTES;
    this.pubkeyAt = at;
    this.ownerAt = at + PUBKEY_BYTES;
    bytes.copy(numbers, LAMPORTS_AT, lamportsAt, lamportsAt + 8);
    bytes.copy(numbers, WRITE_VERSION_AT, lamportsAt + 8, lamportsAt + 16);
    const signed = ((bytes[at + FLAGS_AT] ?? 0) & ACCOUNT_HAS.signature) !== 0;
    this.signatureAt = signed ? at + ACCOUNT_FIXED_BYTES : -1;
    this.dataAt = at + ACCOUNT_FIXED_BYTES + (signed ? SIGNATURE_BYTES : 0);
    this.dataLength = end - this.dataAt;
  }
}

/** Accounts and transactions of one slot: a range of whole, checked records in an uncompressed payload. */
export class SlotRecords {
  readonly slot: bigint;
  readonly count: number;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(bytes: Buffer, range: { slot: bigint; start: number; end: number; count: number }) {
    this.#bytes = bytes;
    this.slot = range.slot;
    this.count = range.count;
    this.#start = range.start;
    this.#end = range.end;
  }

  /** Passes every record to the sink, repeatably. Views are valid only during the call. */
  show(sink: Pick<UpdateSink, 'account' | 'transaction'>): void {
    const bytes = this.#bytes;
    const view = new RecordView(bytes, this.slot);
    for (let at = this.#start; at < this.#end; ) {
      const body = at + RECORD_HEAD_BYTES;
      const end = body + bytes.readUInt32LE(at + 1);
      if (bytes[at] === RECORD.account) {
        view.move(body, end);
        sink.account(view);
      } else sink.transaction?.(readTransaction(new ByteCursor(bytes, body, end), this.slot));
      at = end;
    }
  }
}
