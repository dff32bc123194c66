import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { launchStatusCode } from '../../core/rules/phase.ts';
import type { FieldAnswers } from '../../schemas/accounts/answer-fields.ts';
import {
  type AccountFields,
  type AccountValues,
  camelCase,
  type Unit,
} from '../../schemas/accounts/field.ts';
import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import { wireAmount, wireInteger } from './wire.ts';

/** Writes the value of a field as in answers. */
const WRITE: Readonly<Record<Unit, (value: never) => unknown>> = {
  address: (key: Pubkey) => key,
  base_units: wireAmount,
  count: (count: number) => count,
  flag: (flag: boolean) => flag,
  id: wireAmount,
  seconds: (seconds: number) => seconds,
  status: (status: LaunchStatus) => launchStatusCode(status),
  unix_time: wireInteger,
};

/** Compiles a function that turns an account's state into its answer fields, in the order of their declaration. */
export function accountAnswer<const Fields extends AccountFields>(
  fields: Fields,
): (state: AccountValues<Fields, Pubkey>) => FieldAnswers<Fields> {
  const writers = Object.entries(fields).map(([name, { unit }]) => ({
    name,
    from: camelCase(name),
    write: WRITE[unit] as (value: unknown) => unknown,
  }));
  return (state) => {
    const values = state as Readonly<Record<string, unknown>>;
    const answer: Record<string, unknown> = {};
    for (const { name, from, write } of writers) answer[name] = write(values[from]);
    return answer as FieldAnswers<Fields>;
  };
}
