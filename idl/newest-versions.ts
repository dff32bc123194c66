import { accountBytesSql } from './account-columns.ts';
import { LAUNCH_CONFIG, PLEDGE } from './escrow.ts';

/** What identifies an account, or a movement, for readers. */
const KEYS = {
  launch_versions: 'launch_id',
  pledge_versions: 'launch_id, pledger',
  pledge_wallets: 'pledger, launch_id',
  token_account_versions: 'launch_id, role',
  mint_versions: 'address',
  quarantine: 'address',
  escrow_flows: 'launch_id, slot, signature, ordinal',
  account_versions: 'address',
} as const;

export interface NewestOptions {
  /** A condition besides the bounds. */
  readonly where?: string | undefined;
  readonly columns?: string;
  /** Identifies an account instead of the table's key. */
  readonly by?: string | undefined;
}

/** A SELECT of the newest version of each account at or below `slot`, in rows of at most `revision`. */
export function newestVersions(
  table: keyof typeof KEYS,
  { where = '1', columns = '*', by = KEYS[table] }: NewestOptions = {},
): string {
  return `SELECT ${columns}
FROM ${table}
WHERE ${where} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY ${by}, slot DESC, revision DESC
LIMIT 1 BY ${by}`;
}

/** A SELECT of every version at or below `slot`, in rows of at most `revision`, with the slot of each row, in order. */
export function everyVersion(
  table: keyof typeof KEYS,
  { where = '1', columns = '*' }: Omit<NewestOptions, 'by'> = {},
): string {
  return `SELECT ${columns}, slot AS at_slot
FROM ${table}
WHERE ${where} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY at_slot, revision`;
}

/** The slot of an account's last change: an anchor repeats the state of an earlier one. */
export const CHANGED_SLOT = 'if(changed_slot = 0, slot, changed_slot)';

/** No launch and no wallet, and the columns that most tables share. */
const USUAL = {
  launch: 'toUInt64(0)',
  wallet: "toFixedString('', 32)",
  changed: CHANGED_SLOT,
  gone: 'closed',
  bytes: 'data',
};
const LAUNCH_BYTES = `if(closed, '', ${accountBytesSql(LAUNCH_CONFIG)})`;
const PLEDGE_BYTES = `if(closed, '', ${accountBytesSql(PLEDGE)})`;

/** For each table of account versions, the expressions that say what an account is, and give its bytes. */
export const ACCOUNT_TABLES = [
  { ...USUAL, table: 'mint_versions', kind: "'mint'" },
  { ...USUAL, table: 'launch_versions', kind: "'launch'", launch: 'launch_id', bytes: LAUNCH_BYTES },
  {
    ...USUAL,
    table: 'pledge_versions',
    kind: "'pledge'",
    launch: 'launch_id',
    wallet: 'pledger',
    bytes: PLEDGE_BYTES,
  },
  { ...USUAL, table: 'token_account_versions', kind: 'toString(role)', launch: 'launch_id' },
  {
    ...USUAL,
    table: 'quarantine',
    kind: "'quarantine'",
    wallet: 'owner',
    changed: 'slot',
    gone: 'toUInt8(lamports = 0)',
  },
] as const;
