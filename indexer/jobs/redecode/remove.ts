import type { OlapLane } from '../../../core/olap/port.ts';
import { PLEDGE } from '../../../idl/escrow.ts';
import { fieldBytes } from '../../../idl/layout.ts';
import type { Cut, StoredVersion } from './rows.ts';

/** Keys per statement, which are part of its URL. */
const KEYS = 400;

export interface Removal {
  readonly moved: readonly StoredVersion[];
  /** Of the replacing rows. */
  readonly revision: bigint;
  /** Whether nothing that was read in the range stays. */
  readonly all: boolean;
}

/**
 * Removes rows whose account versions have moved. A decoded version leaves the quarantine, so the store is as if
 * the current IDL had built it.
 */
export async function removeMoved(lane: OlapLane, cut: Cut, removal: Removal): Promise<void> {
  const { table } = cut;
  // Rows of ended accounts have no bytes, so they were not read and stay.
  const also = table === 'quarantine' ? '' : ' AND closed = 0';
  const key = "concat(toString(slot), '/', hex(address))";
  await remove(lane, cut, { ...removal, table, also, key, keyOf: accountKey });
  if (table !== 'pledge_versions') return;
  const walletKey = "concat(toString(slot), '/', hex(reinterpretAsFixedString(launch_id)), hex(pledger))";
  await remove(lane, cut, { ...removal, table: 'pledge_wallets', also, key: walletKey, keyOf: pledgeKey });
}

interface TableRemoval extends Removal {
  readonly table: string;
  readonly also: string;
  readonly key: string;
  readonly keyOf: (version: StoredVersion) => string;
}

async function remove(lane: OlapLane, { from, to }: Cut, removal: TableRemoval): Promise<void> {
  const { moved, revision, all, table, also, key, keyOf } = removal;
  const parameters = { from, to, revision };
  const where = `slot BETWEEN {from:UInt64} AND {to:UInt64} AND revision < {revision:UInt64}${also}`;
  if (all && moved.length > 0) {
    await lane.command({ sql: `DELETE FROM ${table} WHERE ${where}`, parameters });
    return;
  }
  for (let at = 0; at < moved.length; at += KEYS) {
    const keys = moved.slice(at, at + KEYS).map(keyOf);
    const sql = `DELETE FROM ${table} WHERE ${where} AND ${key} IN {keys:Array(String)}`;
    await lane.command({ sql, parameters: { ...parameters, keys } });
  }
}

function accountKey({ slot, address }: StoredVersion): string {
  return `${slot}/${hex(address)}`;
}

/** The wallets' table has no addresses: its key is the launch and the wallet. */
function pledgeKey({ slot, data }: StoredVersion): string {
  return `${slot}/${hex(fieldBytes(PLEDGE, 'launch_id', data))}${hex(fieldBytes(PLEDGE, 'pledger', data))}`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
