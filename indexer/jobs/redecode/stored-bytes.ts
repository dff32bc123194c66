import type { BlockLayout } from '../../../core/olap/native/layout.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS, QUARANTINE } from '../../model/tables.ts';

/**
 * The columns that together are an account's bytes behind its discriminator, in their order on chain. They are how the
 * tables keep accounts, whatever an IDL calls the parts.
 */
const LAUNCH_BYTES = [
  'header',
  'status',
  'launch_id',
  'authority',
  'launch_mint',
  'pledge_mint',
  'escrow_token_account',
  'min_raise',
  'max_raise',
  'token_allocation',
  'total_pledged',
  'pledger_count',
  'start_ts',
  'end_ts',
  'release_start_ts',
  'release_cliff_seconds',
  'release_duration_seconds',
  'max_pledge_per_wallet',
  'tail',
] as const satisfies readonly (keyof typeof LAUNCH_VERSIONS.byName)[];
const PLEDGE_BYTES = [
  'header',
  'launch_id',
  'pledger',
  'amount',
  'tokens_released',
  'refunded',
  'pledged_ts',
  'tail',
] as const satisfies readonly (keyof typeof PLEDGE_VERSIONS.byName)[];

/** The tables whose rows an IDL decoded, and the one of what it could not. */
export const REDECODED = ['quarantine', 'launch_versions', 'pledge_versions'] as const;
export type RedecodedTable = (typeof REDECODED)[number];

/** Columns that the account's bytes do not decide. */
const SHARED: ReadonlySet<string> = new Set([
  ...[
    'address',
    'slot',
    'write_version',
    'revision',
    'correction',
    'closed',
    'lamports',
    'signature',
    'changed_slot',
  ],
]);

/** The columns of a table that decoding fills, in the order in which `fields` gives them. */
export function decodedColumns({ columns }: BlockLayout) {
  return columns.filter(({ name }) => !SHARED.has(name));
}

const fixed = (layout: BlockLayout, name: string): string =>
  layout.byName[name]?.type.startsWith('FixedString') ? name : `reinterpretAsFixedString(${name})`;

function versions(
  table: string,
  layout: BlockLayout,
  discriminator: Uint8Array,
  bytes: readonly string[],
): string {
  const mark = `unhex('${Buffer.from(discriminator).toString('hex')}')`;
  const fields = decodedColumns(layout).map(({ name }) => fixed(layout, name));
  return `SELECT hex(address) AS account, '' AS holder, slot AS at, write_version AS version, lamports AS balance,
      hex(signature) AS writer, '' AS why, hex(concat(${[mark, ...bytes.map((name) => fixed(layout, name))].join(', ')})) AS data_hex,
      hex(concat(${fields.join(', ')})) AS fields
    FROM (SELECT * FROM ${table} WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
      ORDER BY slot, address, revision DESC LIMIT 1 BY slot, address)
    WHERE closed = 0
    ORDER BY at, account`;
}

/** The rows of one table in a range of slots, by slot. */
export const ROWS: Readonly<Record<RedecodedTable, string>> = {
  quarantine: `SELECT hex(address) AS account, hex(owner) AS holder, slot AS at, write_version AS version,
      lamports AS balance, hex(signature) AS writer, reason AS why, hex(data) AS data_hex, '' AS fields
    FROM (SELECT * FROM quarantine WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
      ORDER BY slot, address, revision DESC LIMIT 1 BY slot, address)
    ORDER BY at, account`,
  launch_versions: versions('launch_versions', LAUNCH_VERSIONS, LAUNCH_CONFIG.discriminator, LAUNCH_BYTES),
  pledge_versions: versions('pledge_versions', PLEDGE_VERSIONS, PLEDGE.discriminator, PLEDGE_BYTES),
};

/** Rows and bytes of each slot, by which the work is cut. */
export const SIZES: Readonly<Record<RedecodedTable, string>> = {
  quarantine:
    'SELECT slot AS at, count() AS rows, sum(length(data)) AS bytes FROM quarantine WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} GROUP BY slot ORDER BY at',
  launch_versions: sizes('launch_versions', LAUNCH_VERSIONS),
  pledge_versions: sizes('pledge_versions', PLEDGE_VERSIONS),
};

function sizes(table: string, { rowWidth }: BlockLayout): string {
  return `SELECT slot AS at, count() AS rows, count() * ${rowWidth} AS bytes FROM ${table}
    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} GROUP BY slot ORDER BY at`;
}

export const LAYOUT_OF = {
  quarantine: QUARANTINE,
  launch_versions: LAUNCH_VERSIONS,
  pledge_versions: PLEDGE_VERSIONS,
} as const;
