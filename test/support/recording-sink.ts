import type { AccountView, BlockMeta, SlotUpdate, UpdateSink } from '../../indexer/model/source.ts';

export interface RecordedAccount {
  readonly pubkey: string;
  readonly owner: string;
  readonly data: string;
  readonly signature: string | undefined;
  readonly slot: bigint;
  readonly lamports: bigint;
  readonly writeVersion: bigint;
}

/** Copies everything out of a view; bytes as hex. */
export function recordAccount(view: AccountView): RecordedAccount {
  const hex = (at: number, length: number) => view.bytes.toString('hex', at, at + length);
  return {
    pubkey: hex(view.pubkeyAt, 32),
    owner: hex(view.ownerAt, 32),
    data: hex(view.dataAt, view.dataLength),
    signature: view.signatureAt === -1 ? undefined : hex(view.signatureAt, 64),
    slot: view.numbers.readBigUInt64LE(0),
    lamports: view.numbers.readBigUInt64LE(8),
    writeVersion: view.numbers.readBigUInt64LE(16),
  };
}

export type Recorded =
  | { readonly kind: 'account'; readonly account: RecordedAccount }
  | { readonly kind: 'slot'; readonly slot: SlotUpdate }
  | { readonly kind: 'block_meta'; readonly meta: BlockMeta };

/** Keeps everything a source delivers, in order. */
export class RecordingSink implements UpdateSink {
  readonly all: Recorded[] = [];
  pings = 0;

  account(view: AccountView): void {
    this.all.push({ kind: 'account', account: recordAccount(view) });
  }

  slot(slot: SlotUpdate): void {
    this.all.push({ kind: 'slot', slot });
  }

  blockMeta(meta: BlockMeta): void {
    this.all.push({ kind: 'block_meta', meta });
  }

  ping(): void {
    this.pings += 1;
  }

  get accounts(): RecordedAccount[] {
    return this.all.flatMap((one) => (one.kind === 'account' ? [one.account] : []));
  }

  get slots(): SlotUpdate[] {
    return this.all.flatMap((one) => (one.kind === 'slot' ? [one.slot] : []));
  }

  get metas(): BlockMeta[] {
    return this.all.flatMap((one) => (one.kind === 'block_meta' ? [one.meta] : []));
  }
}
