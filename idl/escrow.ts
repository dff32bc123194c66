import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { AccountFields, Unit } from '../schemas/accounts/field.ts';
import { LAUNCH_CONFIG_FIELDS } from '../schemas/accounts/launch-config.ts';
import { PLEDGE_FIELDS } from '../schemas/accounts/pledge.ts';
import escrow from './escrow.json' with { type: 'json' };
import { type AccountLayout, accountLayout, type FieldType } from './layout.ts';
import { parseIdl } from './schema.ts';

/** The escrow program, as declared in `escrow.json`. */
export const ESCROW_IDL = parseIdl(escrow);

/** The type in the IDL for the values of each unit. */
const TYPE_OF: Readonly<Record<Unit, FieldType>> = {
  address: 'pubkey',
  base_units: 'u64',
  count: 'u32',
  flag: 'bool',
  id: 'u64',
  seconds: 'u32',
  status: 'u8',
  unix_time: 'i64',
};

export const LAUNCH_CONFIG = described('LaunchConfig', LAUNCH_CONFIG_FIELDS);
export const PLEDGE = described('Pledge', PLEDGE_FIELDS);

/** The layout of an account whose every field is described or kept as raw bytes. */
function described<const Fields extends AccountFields>(
  account: string,
  fields: Fields,
): AccountLayout<(keyof Fields & string) | RawField> {
  const layout = accountLayout(ESCROW_IDL, account);
  const declared: Readonly<Record<string, FieldType>> = Object.fromEntries(
    layout.fields.filter(({ type }) => type !== 'bytes').map(({ name, type }) => [name, type]),
  );
  for (const name of new Set([...Object.keys(declared), ...Object.keys(fields)])) {
    const unit = fields[name]?.unit;
    if (unit !== undefined && TYPE_OF[unit] === declared[name]) continue;
    throw new LaunchlensError('IDL_MALFORMED', {
      path: `${account}.${name}`,
      reason: `type ${declared[name]} is described as ${unit}`,
    });
  }
  return layout as AccountLayout<(keyof Fields & string) | RawField>;
}

/** Fields whose meaning is not published. */
type RawField = 'header' | 'tail';
