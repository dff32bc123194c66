import { z } from 'zod';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import { type Pubkey, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { flagColumn, hexColumn, signedColumn, smallColumn, unsignedColumn } from '../../core/olap/port.ts';
import { launchStatus } from '../../core/rules/phase.ts';
import { CHANGED_SLOT, everyVersion, newestVersions } from '../../idl/newest-versions.ts';
import type { AccountFields, AccountValues, Unit } from '../../schemas/accounts/field.ts';
import { LAUNCH_CONFIG_FIELDS } from '../../schemas/accounts/launch-config.ts';
import { LISTED_PLEDGE_FIELDS, PLEDGE_FIELDS } from '../../schemas/accounts/pledge.ts';
import { camelCase } from '../../schemas/letter-case.ts';
import { rowOf } from './row.ts';

/** How keys leave ClickHouse: as base58 text, or as hex if millions of them stay in memory as raw bytes. */
const KEYS = {
  base58: { sql: 'base58Encode', suffix: 'key', column: pubkeyText },
  hex: {
    sql: 'hex',
    suffix: 'hex',
    column: hexColumn.refine((bytes) => bytes.length === 32, { error: 'a key of 32 bytes' }),
  },
} as const;
type KeyFormat = keyof Key;
interface Key {
  readonly base58: Pubkey;
  readonly hex: Uint8Array;
}

/** A field under its own name, or a key as text under an alias: conditions and orders then use the column's bytes. */
function column(
  name: string,
  unit: Unit,
  format: KeyFormat,
): { readonly sql: string; readonly alias: string } {
  if (unit !== 'address') return { sql: name, alias: name };
  const { sql, suffix } = KEYS[format];
  const alias = `${name}_${suffix}`;
  return { sql: `${sql}(${name}) AS ${alias}`, alias };
}

const COLUMN_OF: Readonly<Record<Exclude<Unit, 'address'>, z.ZodType>> = {
  base_units: unsignedColumn,
  count: smallColumn,
  flag: flagColumn,
  id: unsignedColumn,
  seconds: smallColumn,
  status: smallColumn.transform(launchStatus),
  unix_time: signedColumn,
};

/** One version of an account. */
export type AccountVersion<Fields extends AccountFields, Format extends KeyFormat> = AccountValues<
  Fields,
  Key[Format]
> & { readonly address: Key[Format]; readonly updatedSlot: bigint; readonly closed: boolean };

/** The selected columns of account versions, and the schema of their rows. */
function versionsOf<const Fields extends AccountFields, const Format extends KeyFormat>(
  fields: Fields,
  format: Format,
) {
  const selected = Object.entries({ ...fields, address: { unit: 'address' } as const }).map(
    ([name, { unit }]) => ({
      ...column(name, unit, format),
      name: camelCase(name),
      schema: unit === 'address' ? KEYS[format].column : COLUMN_OF[unit],
    }),
  );
  const names = [
    ...selected,
    { alias: 'updated_slot', name: 'updatedSlot' },
    { alias: 'closed', name: 'closed' },
  ];
  const shape: Readonly<Record<string, z.ZodType>> = {
    ...Object.fromEntries(selected.map(({ alias, schema }) => [alias, schema])),
    updated_slot: unsignedColumn,
    closed: flagColumn,
  };
  const versionOf = (values: Readonly<Record<string, unknown>>) => {
    const version: Record<string, unknown> = {};
    for (const { alias, name } of names) version[name] = values[alias];
    return version as AccountVersion<Fields, Format>;
  };
  const row = z.object(shape).transform(versionOf);
  const dated = z
    .object({ ...shape, at_slot: unsignedColumn })
    .transform((values) => ({ slot: values.at_slot, version: versionOf(values) }));
  const lines = [...selected.map(({ sql }) => sql), `${CHANGED_SLOT} AS updated_slot`, 'closed'];
  return { columns: lines.join(',\n'), row, dated };
}

const launches = versionsOf(LAUNCH_CONFIG_FIELDS, 'base58');
const pledges = versionsOf(PLEDGE_FIELDS, 'hex');

/** One version of a LaunchConfig account. */
export type LaunchVersion = z.output<typeof launches.row>;
export const launchRow = launches.row;
export const datedLaunchRow = launches.dated;

/** One version of a Pledge account; its keys are raw bytes, since the newest million of them stay in memory. */
export type PledgeVersion = z.output<typeof pledges.row>;
export const pledgeRow = pledges.row;
export const datedPledgeRow = pledges.dated;

/** The pledge as answers show it, with its keys as text. */
export function pledgeState({ launchId: _, closed: __, ...version }: PledgeVersion) {
  return { ...version, pledger: pubkeyFromBytes(version.pledger), address: pubkeyFromBytes(version.address) };
}

/** The text of a field in a CSV line. */
function csvValue(name: string, unit: Unit): string {
  if (unit === 'address') return `base58Encode(${name})`;
  return unit === 'flag' ? `if(${name} = 1, 'true', 'false')` : `toString(${name})`;
}

/** The line of a listed pledge: the pledger, the address of the Pledge, its other fields and the slot. */
function pledgeLine(): string {
  const [pledger, ...others] = Object.entries(LISTED_PLEDGE_FIELDS).map(([name, { unit }]) =>
    csvValue(name, unit),
  );
  const values = [pledger, 'base58Encode(address)', ...others, `toString(${CHANGED_SLOT})`];
  return `concat(\n    ${values.join(", ',',\n    ")}\n) AS line`;
}

export const OF_LAUNCHES = 'launch_id IN ({launch_ids:Array(UInt64)})';
const OF_LAUNCH = 'launch_id = {launch_id:UInt64}';
const AFTER_FLOW = `slot > {after_slot:UInt64}
  OR (slot = {after_slot:UInt64} AND (signature, ordinal) > (unhex({after_signature:String}), {after_ordinal:UInt32}))`;

/** Parts of queries derived from the account table: `{{pledge_columns}}` in a `.sql` file stands for one. */
export const SQL_PARTS: Readonly<Record<string, string>> = {
  pledge_columns: pledges.columns,
  pledge_line: pledgeLine(),
  pledges_of_launch: newestVersions('pledge_versions', { where: OF_LAUNCH }),
  pledges_after: newestVersions('pledge_versions', {
    where: `${OF_LAUNCH} AND ({from_start:Bool} OR pledger > unhex({after:String}))`,
  }),
  pledges_of_launches: newestVersions('pledge_versions', { where: OF_LAUNCHES }),
  flows_of_launch: newestVersions('escrow_flows', { where: OF_LAUNCH }),
  flows_of_transaction: newestVersions('escrow_flows', { where: 'signature = unhex({signature:String})' }),
  flows_of_wallet: newestVersions('escrow_flows', {
    where: 'wallet = unhex({wallet:String}) AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}',
  }),
  flows_after: newestVersions('escrow_flows', {
    where: `${OF_LAUNCH} AND ({from_start:Bool} OR ${AFTER_FLOW})`,
  }),
};

export const TOKEN_ACCOUNT_ROLES = ['escrow', 'vault'] as const;
export type TokenAccountRole = (typeof TOKEN_ACCOUNT_ROLES)[number];

export const tokenAccountRow = rowOf({
  launchId: unsignedColumn,
  role: z.enum(TOKEN_ACCOUNT_ROLES),
  amount: unsignedColumn,
  slot: unsignedColumn,
  closed: flagColumn,
});
export const datedTokenAccountRow = tokenAccountRow.transform((version) => ({ slot: version.slot, version }));
const TOKEN_ACCOUNT_COLUMNS = 'launch_id, role, amount, slot, closed';

/** The newest versions of accounts under a condition, as their row schemas read them. */
export const newestLaunches = (where?: string): string =>
  newestVersions('launch_versions', { columns: launches.columns, where });
export const newestPledges = (where?: string): string =>
  newestVersions('pledge_versions', { columns: pledges.columns, where });
export const newestTokenAccounts = (where?: string): string =>
  newestVersions('token_account_versions', { columns: TOKEN_ACCOUNT_COLUMNS, where });

/** Every version under a condition, as the dated row schemas read them. */
export const everyLaunch = (where: string): string =>
  everyVersion('launch_versions', { columns: launches.columns, where });
export const everyPledge = (where: string): string =>
  everyVersion('pledge_versions', { columns: pledges.columns, where });
export const everyTokenAccount = (where: string): string =>
  everyVersion('token_account_versions', { columns: TOKEN_ACCOUNT_COLUMNS, where });

/** One version of an escrow or vault token account. */
export type TokenAccountVersion = z.output<typeof tokenAccountRow>;
