import type { LaunchStatus } from '../launch-statuses.ts';
import type { CamelCase } from '../letter-case.ts';

/**
 * The meaning of an account field's value. The IDL gives its name, type and position; only this says whether a
 * u64 counts tokens or names a launch.
 */
export type Unit =
  /** Public key. */
  | 'address'
  /** u64, an amount in base units of a mint. */
  | 'base_units'
  /** u32. */
  | 'count'
  | 'flag'
  /** u64. */
  | 'id'
  /** u32, a duration. */
  | 'seconds'
  /** u8, a code of `LAUNCH_STATUSES`. */
  | 'status'
  /** i64, Unix seconds. */
  | 'unix_time';

export interface FieldMeaning {
  readonly unit: Unit;
  /** One sentence, shown in the descriptions of the APIs. */
  readonly meaning: string;
}

/** The fields of one account type that have a known meaning, by their IDL names. Other fields are kept as raw bytes. */
export type AccountFields = Readonly<Record<string, FieldMeaning>>;

/** The values of an account by the camel-case names of its fields, with keys as `Key`. */
export type AccountValues<Fields extends AccountFields, Key> = {
  readonly [Name in keyof Fields & string as CamelCase<Name>]: {
    readonly address: Key;
    readonly base_units: bigint;
    readonly count: number;
    readonly flag: boolean;
    readonly id: bigint;
    readonly seconds: number;
    readonly status: LaunchStatus;
    readonly unix_time: bigint;
  }[Fields[Name]['unit']];
};
