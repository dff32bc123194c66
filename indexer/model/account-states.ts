import { hash } from 'node:crypto';
import { z } from 'zod';
import { flagColumn, hexColumn, type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { ACCOUNT_TABLES, CHANGED_SLOT, newestVersions } from '../../idl/newest-versions.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import type { ClosedAccount } from './closed-rows.ts';
import { byAddress, heldState } from './held-state.ts';
import type { IndexTables } from './index-tables.ts';
import { type AccountView, LAMPORTS_AT } from './source.ts';

/** A few addresses are compared as stored, so that the address index can exclude parts. */
const ONLY =
  '({everything:Bool} OR address IN (SELECT toFixedString(unhex(arrayJoin({only:Array(String)})), 32)))';

/** Pledges are identified by launch and wallet, as for readers; mints and quarantined accounts belong to no launch. */
const LAUNCH_STATES = ACCOUNT_TABLES.map(({ table, kind, launch, wallet, changed, gone, bytes }) => {
  const ofLaunch =
    launch === 'launch_id' ? 'launch_id BETWEEN {first_launch:UInt64} AND {last_launch:UInt64} AND ' : '';
  const by = table === 'pledge_versions' ? undefined : 'address';
  return `SELECT address, ${kind} AS kind, '' AS type, ${launch} AS launch, ${wallet} AS wallet, slot AS since, ${changed} AS changed,
    ${gone} AS gone, lamports AS balance, ${bytes} AS bytes
  FROM (${newestVersions(table, { where: ofLaunch + ONLY, by })})`;
}).join('\nUNION ALL\n');

/** A program's accounts are all in one table, as bytes. */
const PROGRAM_STATES = `SELECT address, 'account' AS kind, type, toUInt64(0) AS launch, toFixedString('', 32) AS wallet,
    slot AS since, ${CHANGED_SLOT} AS changed, closed AS gone, lamports AS balance, data AS bytes
  FROM (${newestVersions('account_versions', { where: ONLY })})`;

const COLUMNS = `hex(state.address) AS address, kind, type, launch AS launchId, hex(state.wallet) AS wallet, since AS slot,
  changed AS changedSlot, gone`;
const digestsOf = (
  states: string,
) => `SELECT ${COLUMNS}, hex(SHA256(concat(bytes, reinterpretAsFixedString(balance)))) AS digest
  FROM (${states}) AS state ORDER BY state.address, state.since`;
const bytesOf = (states: string) => `SELECT ${COLUMNS}, hex(bytes) AS data, balance AS lamports
  FROM (${states}) AS state ORDER BY state.address, state.since`;

const DIGESTS = { launches: digestsOf(LAUNCH_STATES), program: digestsOf(PROGRAM_STATES) };
const BYTES = { launches: bytesOf(LAUNCH_STATES), program: bytesOf(PROGRAM_STATES) };

/** The kind of an account; `quarantine` if only its bytes are known. */
const STATE_KINDS = ['pledge', 'launch', 'escrow', 'vault', 'mint', 'quarantine', 'account'] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/** What an account is. */
export const identityRow = z.object({
  /** 32 raw bytes. */
  address: hexColumn,
  kind: z.enum(STATE_KINDS),
  /** The account type of a program's account, as its IDL names it; otherwise empty. */
  type: z.string().default(''),
  /** 0 if it belongs to none. */
  launchId: unsignedColumn,
  /** The pledger of a Pledge, the owner of a quarantined account, 32 raw bytes; zeros for other kinds. */
  wallet: hexColumn,
});

const stateRow = identityRow.extend({
  /** The slot of the version. */
  slot: unsignedColumn,
  /** The slot of the account's last change: an anchor only repeats an earlier state. */
  changedSlot: unsignedColumn,
  gone: flagColumn,
});
/** SHA-256 of data followed by lamports as u64 LE. */
const digestRow = stateRow.extend({ digest: hexColumn });
const bytesRow = stateRow.extend({ data: hexColumn, lamports: unsignedColumn });

/**
 * The newest version of one account; `gone` if that is its end. A decoded and a quarantined version may exist
 * next to each other.
 */
export type AccountState = Readonly<z.output<typeof stateRow>>;
export type AccountDigest = Readonly<z.output<typeof digestRow>>;
export type AccountBytes = Readonly<z.output<typeof bytesRow>>;

export interface StatesQuestion {
  /** By default, that of the launches. */
  readonly of?: IndexTables['kind'] | undefined;
  /** Changes up to this slot, in rows of at most this revision. */
  readonly slot: bigint;
  readonly revision: bigint;
  /** By default every launch. Mints and quarantined accounts belong to none and are always included. */
  readonly launchId?: bigint | undefined;
  /** 32 raw bytes each; by default every account. */
  readonly addresses?: readonly Uint8Array[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The digests of all accounts, ordered by address, with bounded memory. */
export function streamDigests(
  lane: OlapLane,
  question: StatesQuestion,
): AsyncIterable<readonly AccountDigest[]> {
  return lane.stream(statement(DIGESTS[question.of ?? 'launches'], question), digestRow);
}

/** The bytes of a few accounts, ordered by address. */
export function readStates(
  lane: OlapLane,
  question: StatesQuestion & { readonly addresses: readonly Uint8Array[] },
): Promise<AccountBytes[]> {
  return lane.query(statement(BYTES[question.of ?? 'launches'], question), bytesRow);
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
  { of, slot, revision }: Pick<StatesQuestion, 'of' | 'slot' | 'revision'>,
  signal: AbortSignal,
): Promise<Map<string, CurrentAccount>> {
  const accounts = new Map<string, CurrentAccount>();
  for await (const states of byAddress(streamDigests(lane, { of, slot, revision, signal }))) {
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
  const states = await lane.query(statement(DIGESTS[question.of ?? 'launches'], question), digestRow);
  for (const address of question.addresses) {
    const held = heldState(states.filter((state) => state.address.equals(address)));
    if (held) digests.set(held.address.toString('latin1'), held.digest.toString('hex'));
  }
  return digests;
}

/** What is needed to record that an account is gone. */
export function identityOf({ kind, type, launchId, wallet }: z.output<typeof identityRow>): ClosedAccount {
  if (kind === 'account') return { kind, type };
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
