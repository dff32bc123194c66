import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AccountFields, Unit } from '../../../schemas/accounts/field.ts';
import { LAUNCH_CONFIG_FIELDS } from '../../../schemas/accounts/launch-config.ts';
import { LISTED_PLEDGE_FIELDS } from '../../../schemas/accounts/pledge.ts';
import { camelCase } from '../../../schemas/letter-case.ts';

const DIRECTORY = new URL('../../../schemas/graphql/', import.meta.url);

const SCALAR_OF = {
  address: 'Pubkey',
  base_units: 'BigUint',
  count: 'Count',
  flag: 'Boolean',
  id: 'BigUint',
  seconds: 'Count',
  unix_time: 'UnixTime',
} as const satisfies Readonly<Record<Exclude<Unit, 'status'>, string>>;

/** Fields derived from the account table: the line `# {{launch_config_fields}}` in a `.graphql` file stands for one list. */
const PARTS = {
  launch_config_fields: fieldsOf(LAUNCH_CONFIG_FIELDS),
  pledge_fields: fieldsOf(LISTED_PLEDGE_FIELDS),
} as const;

/** The schema in GraphQL's schema definition language, all files together. */
export function readSdl(): string {
  const sdl = readdirSync(fileURLToPath(DIRECTORY))
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(new URL(name, DIRECTORY), 'utf8'))
    .join('\n');
  return sdl.replace(/# \{\{(\w+)\}\}/g, (_, part: keyof typeof PARTS) => PARTS[part]);
}

/** The status is shown by name and by code, so the files declare it. */
function fieldsOf(fields: AccountFields): string {
  return Object.entries(fields)
    .flatMap(([name, { unit, meaning }]) => {
      if (unit === 'status') return [];
      const description = meaning.replace(/`(\w+)`/g, (_, field: string) => `\`${camelCase(field)}\``);
      return [JSON.stringify(description), `${camelCase(name)}: ${SCALAR_OF[unit]}!`];
    })
    .join('\n  ');
}
