import type { BlockMeta, SlotUpdate, UpdateSink } from '../../model/source.ts';
import { AccountWindow, scanAccount } from './account.ts';
import { scanBlockMeta, scanSlot } from './slot.ts';
import { scanTransaction } from './transaction.ts';
import { malformed, WireCursor } from './wire.ts';

/** Field numbers of `SubscribeUpdate`. */
const FILTERS = 1;
const ACCOUNT = 2;
const SLOT = 3;
const TRANSACTION = 4;
const PING = 6;
const BLOCK_META = 7;
const LAST_UPDATE_KIND = 10;

/** Called for slots before the sink is. */
export interface SlotWitness {
  /** False if the sink must not see it. */
  block(meta: BlockMeta): boolean;
  status(update: SlotUpdate): void;
}

/** The kind of an update, for the subscription: a server's ping needs an answer. */
export type Scanned = 'update' | 'ping';

/**
 * Reads raw `SubscribeUpdate` messages in place and passes their content to the sink. Accounts, nearly all of the
 * traffic, create no object.
 */
export class UpdateScanner {
  readonly #sink: UpdateSink;
  readonly #witness: SlotWitness | undefined;
  readonly #cursor = new WireCursor();
  readonly #view = new AccountWindow();

  constructor(sink: UpdateSink, witness?: SlotWitness) {
    this.#sink = sink;
    this.#witness = witness;
  }

  /**
   * Reads the message in `[start, end)` of `bytes`; the sink is called at most once, and only for a message that
   * was read completely. @throws UPDATE_MALFORMED
   */
  scan(bytes: Buffer, start: number, end: number): Scanned {
    const cursor = this.#cursor;
    cursor.open(bytes, start, end);
    let kind = 0;
    let kindAt = 0;
    let kindEnd = 0;
    while (cursor.next()) {
      if (cursor.field > FILTERS && cursor.field <= LAST_UPDATE_KIND) {
        if (kind !== 0) throw malformed(`one update holds both field ${kind} and field ${cursor.field}`);
        cursor.delimited();
        kind = cursor.field;
        kindAt = cursor.start;
        kindEnd = cursor.end;
      } else cursor.skip();
    }
    cursor.open(bytes, kindAt, kindEnd);
    return this.#deliver(kind);
  }

  #deliver(kind: number): Scanned {
    const sink = this.#sink;
    switch (kind) {
      case ACCOUNT:
        scanAccount(this.#cursor, this.#view);
        sink.account(this.#view);
        return 'update';
      case SLOT: {
        const update = scanSlot(this.#cursor);
        if (update) {
          this.#witness?.status(update);
          sink.slot(update);
        } else sink.ping?.();
        return 'update';
      }
      case TRANSACTION:
        if (sink.transaction) sink.transaction(scanTransaction(this.#cursor));
        else sink.ping?.();
        return 'update';
      case BLOCK_META: {
        const meta = scanBlockMeta(this.#cursor);
        if (this.#witness?.block(meta) ?? true) sink.blockMeta(meta);
        return 'update';
      }
      default:
        // An unrequested kind is still a sign of life.
        sink.ping?.();
        return kind === PING ? 'ping' : 'update';
    }
  }
}
