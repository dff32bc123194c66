import type { Transaction, TransactionInstruction } from '../../model/source.ts';
import { emptiedKeys, type LamportsHeld, scanHeld } from './lamports.ts';
import { scanTokenBalance } from './token-balance.ts';
import { malformed, type WireCursor } from './wire.ts';

const PUBKEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** One byte names an account. */
const MAX_KEYS = 256;
/** Far above what a validator executes in one transaction. */
const MAX_INSTRUCTIONS = 1_024;

type Parts = { -readonly [Name in keyof Transaction]: Transaction[Name] };
/** An instruction whose place is known once all of the transaction was read. */
type Placed = { -readonly [Name in keyof TransactionInstruction]: TransactionInstruction[Name] };

/** Parts of a transaction that are combined only once all of it was read. */
interface Draft {
  readonly parts: Parts;
  readonly keys: Uint8Array[];
  readonly loadedWritable: Uint8Array[];
  readonly loadedReadonly: Uint8Array[];
  readonly outer: Placed[];
  /** By the number of the instruction that called them. */
  readonly inner: Map<number, Placed[]>;
  readonly lamports: LamportsHeld;
  readonly logs: Uint8Array[];
  hasLogs: boolean;
  count: number;
}

/** Reads `SubscribeUpdateTransaction`; rewards are not used here. */
export function scanTransaction(cursor: WireCursor): Transaction {
  const draft = createDraft();
  const { parts } = draft;
  while (cursor.next()) {
    if (cursor.field === 1) cursor.nested(() => scanInfo(cursor, draft));
    else if (cursor.field === 2) {
      cursor.varint();
      parts.slot = cursor.u64;
    } else cursor.skip();
  }
  if (parts.signature.length === 0) throw malformed('a transaction lacks its signature');
  parts.accountKeys = bounded([...draft.keys, ...draft.loadedWritable, ...draft.loadedReadonly], MAX_KEYS);
  parts.emptied = emptiedKeys(parts.accountKeys, draft.lamports);
  parts.instructions = placed(draft);
  parts.logs = draft.hasLogs ? draft.logs : undefined;
  return parts;
}

/** Each instruction of the message, followed by those that it called. */
function placed({ outer, inner }: Draft): readonly TransactionInstruction[] {
  const all: TransactionInstruction[] = [];
  for (const [at, one] of outer.entries()) {
    one.outer = at;
    one.height = 1;
    all.push(one);
    for (const [order, called] of (inner.get(at) ?? []).entries()) {
      called.outer = at;
      called.inner = order + 1;
      all.push(called);
    }
  }
  return all;
}

function createDraft(): Draft {
  return {
    parts: {
      slot: 0n,
      signature: new Uint8Array(),
      index: 0,
      failed: false,
      accountKeys: [],
      preTokenBalances: [],
      postTokenBalances: [],
      instructions: [],
      innerRecorded: true,
    },
    keys: [],
    loadedWritable: [],
    loadedReadonly: [],
    outer: [],
    inner: new Map(),
    lamports: { before: [], after: [] },
    logs: [],
    hasLogs: true,
    count: 0,
  };
}

/** `SubscribeUpdateTransactionInfo`. */
function scanInfo(cursor: WireCursor, draft: Draft): void {
  let hasMeta = false;
  while (cursor.next()) {
    if (cursor.field === 1) draft.parts.signature = window(cursor, cursor.fixed(SIGNATURE_BYTES));
    else if (cursor.field === 3) cursor.nested(() => scanBody(cursor, draft));
    else if (cursor.field === 4) {
      hasMeta = true;
      cursor.nested(() => scanMeta(cursor, draft));
    } else if (cursor.field === 5) {
      cursor.varint();
      if (cursor.high !== 0) throw malformed('a transaction has a place that no block has');
      draft.parts.index = cursor.low;
    } else cursor.skip();
  }
  // Without it, a transaction that moved nothing would look like one of which nothing is known.
  if (!hasMeta) throw malformed('a transaction lacks its meta');
}

/** `solana.storage.ConfirmedBlock.Transaction`; only the message is used. */
function scanBody(cursor: WireCursor, draft: Draft): void {
  while (cursor.next()) {
    if (cursor.field === 2) cursor.nested(() => scanMessage(cursor, draft));
    else cursor.skip();
  }
}

function scanMessage(cursor: WireCursor, draft: Draft): void {
  while (cursor.next()) {
    if (cursor.field === 2) draft.keys.push(window(cursor, cursor.fixed(PUBKEY_BYTES)));
    else if (cursor.field === 4) draft.outer.push(scanInstruction(cursor, draft));
    else cursor.skip();
  }
}

/** `TransactionStatusMeta`. */
function scanMeta(cursor: WireCursor, draft: Draft): void {
  const before = [];
  const after = [];
  while (cursor.next()) {
    if (cursor.field === 1) {
      cursor.delimited();
      draft.parts.failed = true;
    } else if (cursor.field === 3) scanHeld(cursor, draft.lamports.before);
    else if (cursor.field === 4) scanHeld(cursor, draft.lamports.after);
    else if (cursor.field === 5) cursor.nested(() => scanInner(cursor, draft));
    else if (cursor.field === 6) draft.logs.push(delimited(cursor));
    else if (cursor.field === 10) draft.parts.innerRecorded = !flag(cursor);
    else if (cursor.field === 11) draft.hasLogs = !flag(cursor);
    else if (cursor.field === 7) before.push(scanTokenBalance(cursor));
    else if (cursor.field === 8) after.push(scanTokenBalance(cursor));
    else if (cursor.field === 12) draft.loadedWritable.push(window(cursor, cursor.fixed(PUBKEY_BYTES)));
    else if (cursor.field === 13) draft.loadedReadonly.push(window(cursor, cursor.fixed(PUBKEY_BYTES)));
    else cursor.skip();
  }
  draft.parts.preTokenBalances = bounded(before, MAX_KEYS);
  draft.parts.postTokenBalances = bounded(after, MAX_KEYS);
}

/** `InnerInstructions`: what one instruction of the message called, in order. */
function scanInner(cursor: WireCursor, draft: Draft): void {
  let index = 0;
  const called: Placed[] = [];
  while (cursor.next()) {
    if (cursor.field === 1) {
      cursor.varint();
      index = cursor.low;
    } else if (cursor.field === 2) called.push(scanInstruction(cursor, draft));
    else cursor.skip();
  }
  draft.inner.set(index, [...(draft.inner.get(index) ?? []), ...called]);
}

/** `CompiledInstruction` and `InnerInstruction` alike. */
function scanInstruction(cursor: WireCursor, draft: Draft): Placed {
  draft.count += 1;
  if (draft.count > MAX_INSTRUCTIONS) throw malformed('a transaction has too many instructions');
  let program = 0;
  let accounts: Uint8Array = new Uint8Array();
  let data: Uint8Array = accounts;
  let height: number | undefined;
  cursor.nested(() => {
    while (cursor.next()) {
      if (cursor.field === 1) {
        cursor.varint();
        program = cursor.low;
      } else if (cursor.field === 2) accounts = delimited(cursor);
      else if (cursor.field === 3) data = delimited(cursor);
      else if (cursor.field === 4) {
        cursor.varint();
        height = cursor.low;
      } else cursor.skip();
    }
  });
  return { program, accounts, data, outer: 0, inner: 0, height };
}

function flag(cursor: WireCursor): boolean {
  cursor.varint();
  return cursor.low !== 0 || cursor.high !== 0;
}

function delimited(cursor: WireCursor): Uint8Array {
  cursor.delimited();
  return window(cursor, cursor.start);
}

/** The bytes of the value read last. */
function window({ bytes, end }: WireCursor, start: number): Uint8Array {
  return bytes.subarray(start, end);
}

function bounded<Item>(items: readonly Item[], limit: number): readonly Item[] {
  if (items.length > limit) throw malformed(`a transaction names ${items.length} accounts`);
  return items;
}
