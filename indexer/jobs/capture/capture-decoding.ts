import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { Decoder } from '../../decode/decoder.ts';
import type { ClosedAccount } from '../../model/closed-rows.ts';
import { KnownAccounts } from '../../model/known-accounts.ts';
import type { SlotBuffer } from '../../model/slot-buffer.ts';
import { SlotBuffers } from '../../model/slot-buffers.ts';
import type { BlockMeta } from '../../model/source.ts';
import { closeAccounts, withLaunches } from '../../pipeline/close-accounts.ts';
import { FollowedAccounts } from '../../pipeline/followed-accounts.ts';
import type { CaptureItem } from '../../source/capture/parse-payload.ts';

/** One slot of a capture as rows, or a part of its snapshot. */
export interface DecodedSlot {
  readonly kind: 'snapshot' | 'slot';
  readonly meta: BlockMeta;
  readonly buffer: SlotBuffer;
  /** Records that it was made from. */
  readonly records: number;
}

/** Turns the segments of one capture into rows, in order, with the stream's decoder. */
export class CaptureDecoding {
  readonly decoder: Decoder;
  readonly program: Uint8Array;
  readonly #launches: FollowedAccounts;
  readonly #buffers = new SlotBuffers();
  readonly #known = new KnownAccounts();
  #outside: ReadonlySet<string> = new Set();
  /** The slots from which escrows are followed, by base58 address. */
  readonly #escrows = new Map<string, bigint>();
  #opening: BlockMeta | undefined;

  constructor(programId: string) {
    this.decoder = new Decoder({ idl: ESCROW_IDL, programId });
    this.program = pubkeyBytes(programId);
    this.#launches = new FollowedAccounts({ decoder: this.decoder, programId: programId });
  }

  /** Decodes items in the order of the file; the start of a snapshot has no rows. */
  decode(items: readonly CaptureItem[]): DecodedSlot[] {
    return items.flatMap((item) => {
      if (item.kind === 'snapshot') this.#opening = item.opening.meta;
      else if (item.kind === 'slot') return [this.#slot('slot', item.meta, item.records)];
      else if (this.#opening) return [this.#slot('snapshot', this.#opening, item.records)];
      return [];
    });
  }

  release(slots: readonly DecodedSlot[]): void {
    for (const { buffer } of slots) this.#buffers.release(buffer);
  }

  /**
   * Whether the recording would have shown this account: it was the program's, or belongs to a launch known by
   * then.
   */
  watches(address: string, account: ClosedAccount): boolean {
    const { kind } = account;
    const own = kind === 'quarantine' && Buffer.from(account.owner).equals(this.program);
    return own || kind === 'launch' || kind === 'pledge' || this.#outside.has(address);
  }

  /** The slot from which every movement of an escrow is in the recording; undefined if it is not followed. */
  followsSince(escrow: string): bigint | undefined {
    return this.#escrows.get(escrow);
  }

  #slot(
    kind: DecodedSlot['kind'],
    meta: BlockMeta,
    records: Extract<CaptureItem, { kind: 'slot' }>['records'],
  ): DecodedSlot {
    const buffer = this.#buffers.take();
    const sink = {
      account: (view: Parameters<Decoder['account']>[0]) => void this.decoder.account(view, buffer),
      transaction: (transaction: Parameters<Decoder['transaction']>[0]) => {
        this.decoder.transaction(transaction, buffer);
        buffer.closures.note(transaction);
      },
    };
    records.show(sink);
    // A launch's accounts are followed from the slot in which the launch appears.
    if (this.#launches.addFrom(buffer)) {
      this.#outside = new Set(
        this.#launches.keys.map((key) => Buffer.from(pubkeyBytes(key)).toString('latin1')),
      );
      for (const key of this.#launches.escrows) {
        if (!this.#escrows.has(key)) this.#escrows.set(key, meta.slot);
      }
      records.show(sink);
    }
    buffer.setBlockTime(meta.blockTime);
    this.#known.learn(buffer);
    closeAccounts({ slot: meta.slot, buffer, known: withLaunches(this.#known, this.#launches) });
    return { kind, meta, buffer, records: records.count };
  }
}
