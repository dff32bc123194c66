import type { BlockLayout } from '../../../core/olap/native/layout.ts';
import { accountBytesSql } from '../../../idl/account-columns.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import type { AccountLayout } from '../../../idl/layout.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS } from '../../model/tables.ts';

/** The tables with rows decoded by an IDL, and the quarantine. */
export const REDECODED = ['quarantine', 'launch_versions', 'pledge_versions'] as const;
export type RedecodedTable = (typeof REDECODED)[number];

function versions(table: string, account: AccountLayout): string {
  return `SELECT hex(address) AS account, '' AS holder, slot AS at, write_version AS version, lamports AS balance,
      hex(signature) AS writer, '' AS why, hex(${accountBytesSql(account)}) AS data_hex
    FROM (SELECT * FROM ${table} WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
      ORDER BY slot, address, revision DESC LIMIT 1 BY slot, address)
    WHERE closed = 0
    ORDER BY at, account`;
}

/** The rows of one table in a range of slots, by slot. */
export const ROWS: Readonly<Record<RedecodedTable, string>> = {
  quarantine: `SELECT hex(address) AS account, hex(owner) AS holder, slot AS at, write_version AS version,
      lamports AS balance, hex(signature) AS writer, reason AS why, hex(data) AS data_hex
    FROM (SELECT * FROM quarantine WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
      ORDER BY slot, address, revision DESC LIMIT 1 BY slot, address)
    ORDER BY at, account`,
  launch_versions: versions('launch_versions', LAUNCH_CONFIG),
  pledge_versions: versions('pledge_versions', PLEDGE),
};

/** Rows and bytes of each slot, by which the work is split. */
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
