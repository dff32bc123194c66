import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { KIND, type SlotBuffer } from '../model/slot-buffer.ts';
import { type AccountView, LAMPORTS_AT, type Transaction } from '../model/source.ts';
import { ACCOUNT_VERSIONS } from '../model/tables.ts';
import { equalKeys, viewOf, wordsOf } from '../model/words.ts';
import type { DecodeOutcome } from './decoder.ts';
import type { ProgramSelection } from './program-selection.ts';
import type { TransactionDecoder } from './transactions/transaction-decoder.ts';

const { type: TYPE, undecodable: UNDECODABLE, data: DATA } = ACCOUNT_VERSIONS.byName;

export interface ProgramDecoderOptions {
  readonly programId: string;
  readonly selection: ProgramSelection;
  readonly calls: Pick<TransactionDecoder, 'write'>;
}

/**
 * Turns the accounts and transactions of a followed program into rows of bytes. Their fields are read when a batch is
 * written: once for each account and slot.
 */
export class ProgramDecoder {
  readonly #program: DataView;
  readonly #selection: ProgramSelection;
  readonly #calls: ProgramDecoderOptions['calls'];
  readonly #texts = new Map<string, Buffer>();

  constructor({ programId, selection, calls }: ProgramDecoderOptions) {
    this.#program = viewOf(pubkeyBytes(programId));
    this.#selection = selection;
    this.#calls = calls;
  }

  /** Writes the account to `into`, which must be the buffer of the view's slot. Never throws. */
  account(view: AccountView, into: SlotBuffer): DecodeOutcome {
    const { bytes, numbers } = wordsOf(view);
    const { dataAt, dataLength } = view;
    const gone = isGone(numbers);
    const own = equalKeys(bytes, view.ownerAt, this.#program, 0);
    const type = own ? this.#selection.typeOf(view.bytes, dataAt, dataLength) : undefined;
    // What it was is known from before; another program's account is none of this index.
    if (gone) return into.closures.end(view, type?.name) ? 'ended' : 'stale';
    if (!type) return 'not_ours';
    const row = into.row(KIND.account, view);
    if (row < 0) return 'stale';
    into.accounts.setString(TYPE, row, this.#text(type.name));
    into.accounts.setString(UNDECODABLE, row, this.#text(type.refusal));
    into.accounts.setString(DATA, row, view.bytes, dataAt, dataLength);
    return 'decoded';
  }

  /** Writes what the program executed and emitted; false if that is nothing, or already held. */
  transaction(transaction: Transaction, into: SlotBuffer): boolean {
    return this.#calls.write(transaction, into);
  }

  tokenAccounts(): readonly AccountView[] {
    return [];
  }

  /** Nothing is followed by key. */
  follow(): boolean {
    return true;
  }

  /** Few texts, written for every row. */
  #text(value: string): Buffer {
    const known = this.#texts.get(value) ?? Buffer.from(value);
    this.#texts.set(value, known);
    return known;
  }
}

function isGone(numbers: DataView): boolean {
  return numbers.getInt32(LAMPORTS_AT, true) === 0 && numbers.getInt32(LAMPORTS_AT + 4, true) === 0;
}
