import type { AccountFields } from '../../../schemas/accounts/field.ts';
import { LAUNCH_CONFIG_FIELDS } from '../../../schemas/accounts/launch-config.ts';
import { PLEDGE_FIELDS } from '../../../schemas/accounts/pledge.ts';
import { CHECKPOINT, DATABASE, type SqlRelation } from './relations.ts';

/** The expression of each column, by name and in order. */
type Columns = Readonly<Record<string, string>>;

const same = (...names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, `version.${name}`]));
const key = (name: string): string => `base58Encode(version.${name})`;
/** Keys and signatures that are not known are zeros in the tables. */
const knownKey = (name: string, bytes: number): string =>
  `if(version.${name} = toFixedString('', ${bytes}), NULL, ${key(name)})`;

/** Fields of an account; a status is named as the number that it is. */
function fieldsOf(fields: AccountFields): Columns {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { unit }]) => [
      unit === 'status' ? `${name}_code` : name,
      unit === 'address' ? key(name) : `version.${name}`,
    ]),
  );
}

/** What every version of an account ends with. */
const WRITTEN: Columns = {
  ...same('changed_slot', 'closed', 'lamports'),
  signature: knownKey('signature', 64),
};

/** The rows of a table up to the checkpoint: of those with the same identity, the one of the greatest revision. */
function table(name: string, identity: string, columns: Columns): SqlRelation {
  const selected = Object.entries(columns).map(([alias, sql]) => `${sql} AS ${alias}`);
  const sql = `SELECT ${selected.join(', ')}
FROM
(
    SELECT *
    FROM ${DATABASE}.${name}
    WHERE slot <= (SELECT slot FROM ${CHECKPOINT}) AND revision <= (SELECT revision FROM ${CHECKPOINT})
    ORDER BY ${identity}, revision DESC
    LIMIT 1 BY ${identity}
) AS version`;
  return { database: DATABASE, name, sql };
}

const view = (name: string): SqlRelation => ({ database: DATABASE, name });

/** What the launches' database shows. The reward ledger, leases and the like are not in it. */
export const LAUNCH_RELATIONS: readonly SqlRelation[] = [
  view('launches'),
  view('pledges'),
  view('unreadable_accounts'),
  table('launch_versions', 'launch_id, address, slot', {
    ...same('launch_id'),
    address: key('address'),
    ...same('slot'),
    ...fieldsOf(LAUNCH_CONFIG_FIELDS),
    ...WRITTEN,
  }),
  table('pledge_versions', 'launch_id, pledger, slot', {
    ...same('launch_id'),
    pledger: key('pledger'),
    pledge_address: key('address'),
    ...same('slot'),
    ...fieldsOf(PLEDGE_FIELDS),
    ...WRITTEN,
  }),
  table('token_account_versions', 'launch_id, role, address, slot', {
    ...same('launch_id', 'role'),
    address: key('address'),
    ...same('slot'),
    mint: key('mint'),
    owner: key('owner'),
    ...same('amount'),
    ...WRITTEN,
  }),
  table('escrow_flows', 'launch_id, slot, signature, ordinal', {
    ...same('launch_id', 'slot'),
    signature: key('signature'),
    ...same('ordinal', 'direction', 'kind'),
    wallet: knownKey('wallet', 32),
    mint: key('mint'),
    ...same('amount', 'block_time'),
  }),
  table('slots', 'slot', same('slot', 'parent_slot', 'blockhash', 'block_time', 'block_height')),
];
