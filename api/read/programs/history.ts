import { z } from 'zod';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { flagColumn, hexColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { Decoded } from '../../../idl/anchor/decode.ts';
import type { AskAt } from '../history/query.ts';
import { decoded, MOST_BYTES } from './accounts.ts';
import { BYTES, EVER, VERSIONS } from './queries.ts';
import type { AccountTypes } from './types.ts';

/** An account in one slot in which it changed. */
export interface AccountChange {
  /** The slot of its row, after which a page continues: that of a snapshot may be later than the change. */
  readonly at: bigint;
  readonly slot: bigint;
  readonly type: string;
  readonly lamports: bigint;
  readonly closed: boolean;
  /** Undefined where the account ended. */
  readonly decoded: Decoded | undefined;
}

export interface HistoryQuestion {
  readonly address: Pubkey;
  /** An account that never was of this type has no history; any type without one. */
  readonly type?: string | undefined;
  /** Only changes below this slot. */
  readonly below: bigint;
  readonly from: bigint;
  readonly limit: number;
}

export interface HistoryPage {
  readonly changes: readonly AccountChange[];
  readonly more: boolean;
}

/** Versions read at a time: several pages, since some of them may repeat an earlier state. */
const READ_AT_ONCE = 1_024;

const versionRow = z.object({
  at_slot: unsignedColumn,
  changed_at: unsignedColumn,
  closed: flagColumn,
  lamports: unsignedColumn,
  type_name: z.string(),
  digest: z.string(),
  bytes: unsignedColumn,
});
type Version = z.output<typeof versionRow>;
const bytesRow = z.object({ at_slot: unsignedColumn, data_hex: hexColumn });
const everRow = z.object({ versions: unsignedColumn });

/** The changes of one account, newest first; undefined if it never existed. */
export async function historyPage(
  ask: AskAt,
  types: AccountTypes,
  { address, type = '', below, from, limit }: HistoryQuestion,
): Promise<HistoryPage | undefined> {
  const key = { address: Buffer.from(pubkeyBytes(address)).toString('hex') };
  const [ever] = await ask(EVER, { ...key, type }, everRow);
  if (ever === undefined || ever.versions === 0n) return undefined;
  const found: Version[] = [];
  let bytes = 0n;
  for await (const change of changes(ask, key, below)) {
    if (change.changed_at < from) break;
    found.push(change);
    bytes += change.bytes;
    if (found.length > limit || (bytes > MOST_BYTES && found.length > 1)) break;
  }
  // One more than fits was read, if there is one.
  const isFull = found.length > limit || (bytes > MOST_BYTES && found.length > 1);
  const page = isFull ? found.slice(0, -1) : found;
  const slots = page.filter(({ closed }) => !closed).map(({ at_slot }) => at_slot);
  const rows = slots.length === 0 ? [] : await ask(BYTES, { ...key, slots }, bytesRow);
  const contents = new Map(rows.map((row) => [row.at_slot, row.data_hex]));
  return { changes: page.map((version) => changeOf(version, types, contents)), more: isFull };
}

function changeOf(
  { at_slot, changed_at, type_name: type, lamports, closed }: Version,
  types: AccountTypes,
  bytes: ReadonlyMap<bigint, Uint8Array>,
): AccountChange {
  const data = closed ? undefined : bytes.get(at_slot);
  return {
    at: at_slot,
    slot: changed_at,
    type,
    lamports,
    closed,
    decoded: data && decoded(types, type, data),
  };
}

/** Versions that differ from the one before them: a write may leave an account as it was. */
async function* changes(
  ask: AskAt,
  key: { readonly address: string },
  below: bigint,
): AsyncGenerator<Version> {
  let next = below;
  let later: Version | undefined;
  for (;;) {
    const rows = await ask(VERSIONS, { ...key, below: next, limit: READ_AT_ONCE }, versionRow);
    for (const version of rows) {
      if (later && !sameState(later, version)) yield later;
      later = version;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_AT_ONCE) break;
    next = last.at_slot;
  }
  if (later) yield later;
}

function sameState(a: Version, b: Version): boolean {
  return a.closed === b.closed && a.lamports === b.lamports && a.digest === b.digest;
}
