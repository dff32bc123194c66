import type { WireInteger } from '../../schemas/rest/scalars.ts';

/** Fields of rewards that the API counts; no count of records passes 2^53. */
type Counted = 'count' | 'priced_count';

type Raw = Extract<WireInteger, object>;

/**
 * An answer of the API as this library gives it: its shape on the wire, where integers of any size are `bigint`. Amounts
 * of the chain are decimal strings on the wire and stay that.
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
