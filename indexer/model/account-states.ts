import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { flagColumn, hexColumn, type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { accountBytesSql } from '../../idl/account-columns.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import type { ClosedAccount } from './closed-rows.ts';
import { byAddress, heldState } from './held-state.ts';
import { type AccountView, LAMPORTS_AT } from './source.ts';

const STATES = readFileSync(new URL('account-states.sql', import.meta.url), 'utf8')
  .replace('{{pledge_bytes}}', accountBytesSql(PLEDGE))
  .replace('{{launch_bytes}}', accountBytesSql(LAUNCH_CONFIG));

const COLUMNS = 'hex(address) AS account, kind, launch, hex(wallet) AS holder, since, changed, gone';
const DIGESTS = `SELECT ${COLUMNS}, hex(SHA256(concat(bytes, reinterpretAsFixedString(balance)))) AS digest
  FROM (${STATES}) AS state ORDER BY state.address, state.since`;
const BYTES = `SELECT ${COLUMNS}, hex(bytes) AS data, balance
  FROM (${STATES}) AS state ORDER BY state.address, state.since`;

/** The kind of an account; `quarantine` if only its bytes are known. */
const STATE_KINDS = ['pledge', 'launch', 'escrow', 'vault', 'mint', 'quarantine'] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/**
 * The newest version of one account; `gone` if that is its end. A decoded and a quarantined version may exist
 * next to each other.
 */
export interface AccountState {
  /** 32 raw bytes. */
  readonly address: Buffer;
  readonly kind: StateKind;
  /** 0 if it belongs to none. */
  readonly launchId: bigint;
  /** The pledger of a Pledge, the owner of a quarantined account, 32 raw bytes; zeros for other kinds. */
  readonly wallet: Buffer;
  /** The slot of the version. */
  readonly slot: bigint;
  /** The slot of the account's last change: an anchor only repeats an earlier state. */
  readonly changedSlot: bigint;
  readonly gone: boolean;
}

export interface AccountDigest extends AccountState {
  /** SHA-256 of data followed by lamports as u64 LE. */
  readonly digest: Buffer;
}

export interface AccountBytes extends AccountState {
  readonly data: Buffer;
  readonly lamports: bigint;
}

export interface StatesQuestion {
  /** Changes up to this slot, in rows of at most this revision. */
  readonly slot: bigint;
  readonly revision: bigint;
  /** By default every launch. Mints and quarantined accounts belong to none and are always included. */
  readonly launchId?: bigint | undefined;
  /** 32 raw bytes each; by default every account. */
  readonly addresses?: readonly Uint8Array[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

const state = {
  account: hexColumn,
  kind: z.enum(STATE_KINDS),
  launch: unsignedColumn,
  holder: hexColumn,
  since: unsignedColumn,
  changed: unsignedColumn,
  gone: flagColumn,
};

interface StateRow {
  readonly account: Buffer;
  readonly kind: StateKind;
  readonly launch: bigint;
  readonly holder: Buffer;
  readonly since: bigint;
  readonly changed: bigint;
  readonly gone: boolean;
}

const named = ({ account, kind, launch, holder, since, changed, gone }: StateRow): AccountState => ({
  address: account,
  kind,
  launchId: launch,
  wallet: holder,
  slot: since,
  changedSlot: changed,
  gone,
});

const digestRow = z
  .object({ ...state, digest: hexColumn })
  .transform((row): AccountDigest => ({ ...named(row), digest: row.digest }));
const bytesRow = z
  .object({ ...state, data: hexColumn, balance: unsignedColumn })
  .transform((row): AccountBytes => ({ ...named(row), data: row.data, lamports: row.balance }));

/** The digests of all accounts, ordered by address, with bounded memory. */
export function streamDigests(
  lane: OlapLane,
  question: StatesQuestion,
): AsyncIterable<readonly AccountDigest[]> {
  return lane.stream(statement(DIGESTS, question), digestRow);
}

/** The bytes of a few accounts, ordered by address. */
export function readStates(
  lane: OlapLane,
  question: StatesQuestion & { readonly addresses: readonly Uint8Array[] },
): Promise<AccountBytes[]> {
  return lane.query(statement(BYTES, question), bytesRow);
}

function statement(sql: string, { slot, revision, launchId, addresses, signal }: StatesQuestion) {
  const parameters = {
    slot,
    revision,
    first_launch: launchId ?? 0n,
    last_launch: launchId ?? U64_MAX,
    everything: addresses === undefined,
    only: (addresses ?? []).map(hex),
  };
  return { sql, parameters, ...(signal && { signal }) };
}

/** An account that exists in the index, and the digest of its bytes. */
export interface CurrentAccount {
  readonly account: ClosedAccount;
  /** SHA-256, in lower-case hex, of data followed by lamports as u64 LE. */
  readonly digest: string;
}

/** Every account that exists at a checkpoint, quarantined ones too, by its address as raw bytes in a latin1 string. */
export async function currentAccounts(
  lane: OlapLane,
  { slot, revision }: Pick<StatesQuestion, 'slot' | 'revision'>,
  signal: AbortSignal,
): Promise<Map<string, CurrentAccount>> {
  const accounts = new Map<string, CurrentAccount>();
  for await (const states of byAddress(streamDigests(lane, { slot, revision, signal }))) {
    const held = heldState(states);
    if (!held) continue;
    const digest = held.digest.toString('hex');
    accounts.set(held.address.toString('latin1'), { account: identityOf(held), digest });
  }
  return accounts;
}

/** The requested accounts that exist in the index: their digests, by address as in `currentAccounts`. */
export async function heldDigests(
  lane: OlapLane,
  question: StatesQuestion & { readonly addresses: readonly Uint8Array[] },
): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const states = await lane.query(statement(DIGESTS, question), digestRow);
  for (const address of question.addresses) {
    const held = heldState(states.filter((state) => state.address.equals(address)));
    if (held) digests.set(held.address.toString('latin1'), held.digest.toString('hex'));
  }
  return digests;
}

/** What is needed to record that an account is gone. */
export function identityOf({ kind, launchId, wallet }: AccountState): ClosedAccount {
  if (kind === 'quarantine') return { kind, owner: wallet };
  if (kind === 'mint') return { kind };
  return kind === 'pledge' ? { kind, launchId, pledger: wallet } : { kind, launchId };
}

/** The digest of a view in lower-case hex, comparable with `CurrentAccount.digest`. */
export function viewDigest({ bytes, dataAt, dataLength, numbers }: AccountView): string {
  const lamports = numbers.subarray(LAMPORTS_AT, LAMPORTS_AT + 8);
  return hash('sha256', Buffer.concat([bytes.subarray(dataAt, dataAt + dataLength), lamports]), 'hex');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
