import { z } from 'zod';
import { type OlapLane, signedColumn, unsignedColumn } from '../../../core/olap/port.ts';
import {
  type Column,
  encodeAccount,
  LAUNCH_COLUMNS,
  PLEDGE_COLUMNS,
  type RowValues,
} from './account-bytes.ts';

/** How one account stands, as the index or the chain tells it. */
export interface AccountState {
  readonly kind: string;
  readonly lamports: bigint;
  /** In hex. */
  readonly data: string;
}

/** Accounts that exist, by address in hex. */
export type AccountStates = ReadonlyMap<string, AccountState>;

/** One row of a version table: the account as `slot` left it. */
export interface AccountVersion extends AccountState {
  readonly address: string;
  readonly slot: bigint;
  readonly closed: boolean;
  readonly writeVersion: bigint;
  /** In hex, zeros where no transaction wrote it. */
  readonly signature: string;
}

export interface Bound {
  readonly slot: bigint;
  readonly revision: bigint;
}

interface VersionTable {
  readonly name: string;
  readonly kind: string;
  readonly columns: readonly Column[];
  readonly bytes: (values: RowValues) => Buffer;
}

const RAW: readonly Column[] = [['data', 'bytes']];
const raw = (values: RowValues): Buffer => Buffer.from(values.data ?? '', 'hex');

const TABLES: readonly VersionTable[] = [
  {
    name: 'launch_versions',
    kind: "'launch'",
    columns: LAUNCH_COLUMNS,
    bytes: (values) => encodeAccount('LaunchConfig', LAUNCH_COLUMNS, values),
  },
  {
    name: 'pledge_versions',
    kind: "'pledge'",
    columns: PLEDGE_COLUMNS,
    bytes: (values) => encodeAccount('Pledge', PLEDGE_COLUMNS, values),
  },
  { name: 'token_account_versions', kind: 'toString(role)', columns: RAW, bytes: raw },
  { name: 'mint_versions', kind: "'mint'", columns: RAW, bytes: raw },
];

const row = z.record(z.string(), z.string());

/** Every account that exists at `slot` by the rows that `revision` vouches for. */
export async function indexStateAt(lane: OlapLane, bound: Bound): Promise<AccountStates> {
  const versions = await readVersions(lane, bound, 'address');
  return new Map(
    versions.filter(({ closed }) => !closed).map((version) => [version.address, stateOf(version)]),
  );
}

/** Every version up to `slot`, one for each account and slot in which it changed. */
export function indexVersions(lane: OlapLane, bound: Bound): Promise<AccountVersion[]> {
  return readVersions(lane, bound, 'address, slot');
}

async function readVersions(
  lane: OlapLane,
  { slot, revision }: Bound,
  oneBy: string,
): Promise<AccountVersion[]> {
  const read = TABLES.map(async (table) => {
    const sql = `SELECT ${selection(table)} FROM ${table.name} AS t
      WHERE t.slot <= {slot:UInt64} AND t.revision <= {revision:UInt64}
      ORDER BY t.slot DESC, t.revision DESC LIMIT 1 BY ${oneBy}`;
    const rows = await lane.query({ sql, parameters: { slot, revision } }, row);
    return rows.map((values) => versionOf(table, values));
  });
  return (await Promise.all(read)).flat();
}

function selection({ kind, columns }: VersionTable): string {
  const own = columns.map(
    ([name, type]) => `${type === 'bytes' ? 'hex' : 'toString'}(t.${name}) AS v_${name}`,
  );
  const common = ['slot', 'write_version', 'closed', 'lamports'].map(
    (name) => `toString(t.${name}) AS c_${name}`,
  );
  return [
    ...own,
    ...common,
    `${kind} AS c_kind`,
    'hex(t.address) AS c_address',
    'hex(t.signature) AS c_signature',
  ].join(', ');
}

function versionOf({ columns, bytes }: VersionTable, values: RowValues): AccountVersion {
  const of = (name: string): string => values[name] ?? '';
  const closed = of('c_closed') === '1';
  const own = Object.fromEntries(columns.map(([name]) => [name, of(`v_${name}`)]));
  return {
    kind: of('c_kind'),
    address: of('c_address').toLowerCase(),
    slot: BigInt(of('c_slot')),
    closed,
    lamports: closed ? 0n : BigInt(of('c_lamports')),
    data: closed ? '' : bytes(own).toString('hex'),
    writeVersion: BigInt(of('c_write_version')),
    signature: of('c_signature').toLowerCase(),
  };
}

function stateOf({ kind, lamports, data }: AccountVersion): AccountState {
  return { kind, lamports, data };
}

export interface IndexedSlot {
  readonly slot: bigint;
  readonly parent: bigint;
  readonly blockhash: string;
  readonly time: bigint | null;
  readonly height: bigint | null;
}

const slotRow = z.object({
  slot: unsignedColumn,
  parent: unsignedColumn,
  blockhash: z.string(),
  time: signedColumn.nullable(),
  height: unsignedColumn.nullable(),
});

/** The slots of the index, ascending. */
export function indexSlots(lane: OlapLane, { slot, revision }: Bound): Promise<IndexedSlot[]> {
  const sql = `SELECT slots.slot AS slot, parent_slot AS parent, blockhash, block_time AS time, block_height AS height
    FROM slots WHERE slots.slot <= {slot:UInt64} AND slots.revision <= {revision:UInt64}
    ORDER BY slots.slot, slots.revision DESC LIMIT 1 BY slots.slot`;
  return lane.query({ sql, parameters: { slot, revision } }, slotRow);
}

const checkpointRow = z.object({ slot: unsignedColumn, revision: unsignedColumn });

/** What the newest checkpoint vouches for; undefined before the first one. */
export async function indexBound(lane: OlapLane): Promise<Bound | undefined> {
  const sql = 'SELECT slot, revision FROM checkpoints ORDER BY revision DESC LIMIT 1';
  return (await lane.query({ sql }, checkpointRow))[0];
}

export interface CoveredRange {
  readonly from: bigint;
  readonly to: bigint;
  readonly state: string;
  readonly cause: string;
  readonly revision: bigint;
}

const coverageRow = z.object({
  from: unsignedColumn,
  to: unsignedColumn,
  state: z.string(),
  cause: z.string(),
  revision: unsignedColumn,
});

/** The coverage ledger in the order in which it was written. */
export function indexCoverage(lane: OlapLane, { revision }: Bound): Promise<CoveredRange[]> {
  const sql = `SELECT from_slot AS from, to_slot AS to, toString(state) AS state, cause, coverage.revision AS revision
    FROM coverage FINAL WHERE coverage.revision <= {revision:UInt64} ORDER BY coverage.revision, from_slot`;
  return lane.query({ sql, parameters: { revision } }, coverageRow);
}
