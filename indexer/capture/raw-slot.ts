import { type AccountView, SLOT_AT, type Transaction } from '../model/source.ts';
import { ByteWriter } from '../source/capture/byte-writer.ts';
import { PUBKEY_BYTES, RECORD_HEAD_BYTES } from '../source/capture/record.ts';
import { writeAccount, writeTransaction } from '../source/capture/write-record.ts';

/** The position of an account record in a raw slot. */
interface AccountEntry {
  readonly at: number;
  readonly slot: bigint;
  readonly closed: boolean;
}

/** The updates of one slot as capture records, next to the rows made from them. */
export class RawSlot {
  readonly accounts = new ByteWriter();
  readonly transactions = new ByteWriter();
  readonly entries: AccountEntry[] = [];
  readonly #signatures = new Set<string>();

  get transactionCount(): number {
    return this.#signatures.size;
  }

  account(view: AccountView, closed: boolean): void {
    this.entries.push({ at: this.accounts.length, slot: view.numbers.readBigUInt64LE(SLOT_AT), closed });
    writeAccount(this.accounts, view);
  }

  /** Once per transaction, however often a stream repeats it. */
  transaction(transaction: Transaction): void {
    const signature = Buffer.from(transaction.signature).toString('latin1');
    if (this.#signatures.has(signature)) return;
    this.#signatures.add(signature);
    writeTransaction(this.transactions, transaction);
  }

  /** The address of an entry as raw bytes in a latin1 string. */
  addressOf({ at }: AccountEntry): string {
    const start = at + RECORD_HEAD_BYTES;
    return this.accounts.written.toString('latin1', start, start + PUBKEY_BYTES);
  }
}
