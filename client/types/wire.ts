import type { WireInteger } from '../../schemas/rest/scalars.ts';

/** Reward fields that are counts; no count of records exceeds 2^53. */
type Counted = 'count' | 'priced_count';

type Raw = Extract<WireInteger, object>;

/**
 * An answer of the API as this library returns it: its wire shape with `bigint` for integers of any size. On-chain
 * amounts stay decimal strings.
 */
export type Exact<Wire> = Wire extends readonly (infer Row)[]
  ? readonly Exact<Row>[]
  : Wire extends object
    ? { readonly [Name in keyof Wire]: ExactField<Name, Wire[Name]> }
    : Wire;

type ExactField<Name, Value> = [Extract<Value, Raw>] extends [never]
  ? Exact<Value>
  : Name extends Counted
    ? number
    : Exact<Exclude<Value, WireInteger>> | bigint;
