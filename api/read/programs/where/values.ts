import { z } from 'zod';
import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import type { LayoutOf } from '../../../../idl/anchor/layout.ts';
import { checkedPubkey } from '../../../../schemas/base58.ts';
import type { Scalar } from './path.ts';

/** A value as a query takes it: the text of a parameter, and the expression that reads it. */
export interface Bound {
  readonly value: string;
  /** @param name that of the parameter */
  readonly sql: (name: string) => string;
}

const LONGEST_TEXT = 1_024;

/** Reads the JSON of a value as answers write it. Its errors complete the sentence "<name> must be …". */
export function valueSchema(layout: Scalar): z.ZodType<Bound> {
  switch (layout.kind) {
    case 'integer':
      return integer(layout);
    case 'float':
      return float;
    case 'bool':
      return z.boolean('true or false').transform((value) => typed('Bool', value ? '1' : '0'));
    case 'string':
      return text;
    case 'pubkey':
      return checkedPubkey.transform((key) => bytes(Buffer.from(pubkeyBytes(key))));
    case 'bytes':
      return bytesOf(layout);
    default:
      return variantOf(layout);
  }
}

function typed(type: string, value: string): Bound {
  return { value, sql: (name) => `{${name}:${type}}` };
}

/** Binary values are bound as hex: raw bytes do not survive as parameters. */
function bytes(value: Buffer): Bound {
  return { value: value.toString('hex'), sql: (name) => `unhex({${name}:String})` };
}

function integer({ bits, signed }: LayoutOf<'integer'>): z.ZodType<Bound> {
  const least = signed ? -(2n ** BigInt(bits - 1)) : 0n;
  const most = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
  const type = `${signed ? 'Int' : 'UInt'}${bits}`;
  if (bits <= 32) {
    const error = `a whole number from ${least} to ${most}`;
    return z
      .int(error)
      .min(Number(least), error)
      .max(Number(most), error)
      .transform((value) => typed(type, `${value}`));
  }
  const error = `a whole number from ${least} to ${most}, as a decimal string`;
  return z
    .string(error)
    .regex(/^(?:0|-?[1-9][0-9]{0,77})$/, error)
    .refine((digits) => BigInt(digits) >= least && BigInt(digits) <= most, error)
    .transform((digits) => typed(type, digits));
}

/** Infinities and NaN as answers write them. */
const NOT_FINITE = { Infinity: 'inf', '-Infinity': '-inf', NaN: 'nan' } as const;
const A_FLOAT = 'a number, or one of "Infinity", "-Infinity" and "NaN"';

const float = z
  .union(
    [z.number(), z.enum(['Infinity', '-Infinity', 'NaN']).transform((name) => NOT_FINITE[name])],
    A_FLOAT,
  )
  .transform((value) => typed('Float64', `${value}`));

const A_TEXT = `a text of at most ${LONGEST_TEXT} characters`;

const text = z
  .string(A_TEXT)
  .max(LONGEST_TEXT, A_TEXT)
  .refine((value) => value.isWellFormed(), 'a text without halves of characters')
  .transform((value) => bytes(Buffer.from(value)));

function bytesOf({ length }: LayoutOf<'bytes'>): z.ZodType<Bound> {
  const error = length === undefined ? 'bytes in base64' : `${length} bytes in base64`;
  return z
    .string(error)
    .max(LONGEST_TEXT * 2, error)
    .transform((value, context) => {
      const decoded = Buffer.from(value, 'base64');
      // Buffer skips what is not base64, so only encoding again proves that all of it was.
      const right = decoded.toString('base64') === value && (length ?? decoded.length) === decoded.length;
      if (right) return bytes(decoded);
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    });
}

function variantOf({ variants }: LayoutOf<'enum'>): z.ZodType<Bound> {
  const names = variants.map(({ name }) => name);
  return z
    .enum(names, `one of ${names.join(', ')}`)
    .transform((name) => typed('Int16', `${names.indexOf(name)}`));
}
