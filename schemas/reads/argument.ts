import { z } from 'zod';
import { checkedPubkey, checkedSignature, PUBKEY_TEXT, SIGNATURE_TEXT } from '../base58.ts';
import * as scalars from '../rest/scalars.ts';
import { A_COUNT, A_U64, U64_MAX, u64Text } from '../u64.ts';

/**
 * One parameter of a path, query or header. A request gives text, and `parse` turns it into a value. Its errors complete the
 * sentence "<name> must be …".
 */
export interface Parameter<Value> {
  readonly description: string;
  /** The shape that the OpenAPI document shows. */
  readonly documented: z.ZodType;
  readonly parse: z.ZodType<Value>;
}

/** One argument of a read, in both forms: as text in a URL, and as JSON in a tool call. Each limit applies to both. */
export interface Argument<Json extends z.ZodType = z.ZodType> extends Parameter<z.output<Json>> {
  readonly json: Json;
  /** The range of an argument that limits the size of an answer. GraphQL checks the same range. */
  readonly range?: readonly [least: number, most: number];
}

const LONGEST_CURSOR = 512;

/** A number as it is written in a URL. */
const digits = (error: string) =>
  z
    .string({ error })
    .regex(/^(0|[1-9][0-9]{0,15})$/, { error })
    .transform(Number);

/** An integer from `least` to `most`, as JSON. */
export function small(least: number, most: number) {
  const error = { error: `a whole number from ${least} to ${most}` };
  return z.int(error).min(least, error).max(most, error);
}

/** The maximum size of an answer. */
export function size(least: number, most: number, usual: number, description: string) {
  const json = small(least, most);
  return {
    description,
    documented: json.default(usual),
    parse: digits(`a whole number from ${least} to ${most}`).pipe(json).default(usual),
    json: json.default(usual).meta({ description }),
    range: [least, most],
  } as const satisfies Argument;
}

const counted = (error: string) => z.int({ error }).nonnegative({ error });

/** A slot, or a number of slots. */
export function slots(what: string, documented: z.ZodType, description: string) {
  const expected = `${what}: ${A_COUNT}`;
  const json = counted(expected);
  return {
    description,
    documented,
    parse: digits(expected).pipe(json).transform(BigInt).optional(),
    json: json.transform(BigInt).optional().meta({ description }),
  } as const satisfies Argument;
}

/** A number that names one row, given with the path. Rows count from 1. */
export function rowId(description: string) {
  const json = counted(A_COUNT);
  return {
    description,
    documented: z.int().positive(),
    parse: digits(A_COUNT).pipe(json).transform(BigInt),
    json: json.transform(BigInt).meta({ description }),
  } as const satisfies Argument;
}

/** How many rows to skip. */
export function offset(description: string) {
  const json = counted(A_COUNT);
  return {
    description,
    documented: json.default(0),
    parse: digits(A_COUNT).pipe(json).default(0),
    json: json.default(0).meta({ description }),
  } as const satisfies Argument;
}

/** @param usual the default, only for the description: a cursor may carry another value. */
export function choice<const Names extends readonly [string, ...string[]]>(
  names: Names,
  description: string,
  usual?: NoInfer<Names[number]>,
) {
  const shape = z.enum(names, { error: `one of ${names.join(', ')}` });
  return {
    description,
    documented: usual === undefined ? shape : z.enum<readonly string[]>(names).default(usual),
    parse: shape.optional(),
    json: shape.optional().meta({ description }),
  } as const satisfies Argument;
}

/** A 64-bit id. A model may write it as a number, which is refused if a double may have lost a digit. */
export function id64(description: string) {
  const error = { error: `${A_U64}, as a decimal string` };
  return {
    description: `${description}.`,
    documented: scalars.launchId,
    parse: u64Text(A_U64).transform(BigInt),
    json: z
      .union([u64Text(error.error), z.int(error).nonnegative(error)], error)
      .transform(BigInt)
      .refine((value) => value <= U64_MAX, error)
      .meta({ description: `${description} (u64): a decimal string; an integer only up to 2^53 - 1.` }),
  } as const satisfies Argument;
}

/** The same where it may be left out. */
export function optionalId64(description: string) {
  const id = id64(description);
  return { ...id, parse: id.parse.optional(), json: id.json.optional() } as const satisfies Argument;
}

export function amount(description: string) {
  return {
    description,
    documented: scalars.amount,
    parse: u64Text(A_U64).transform(BigInt).optional(),
    json: u64Text(`${A_U64}, as a decimal string`).transform(BigInt).optional().meta({ description }),
  } as const satisfies Argument;
}

export function pubkey(description: string) {
  return {
    description,
    documented: scalars.pubkey,
    parse: checkedPubkey,
    json: checkedPubkey.meta({ description }),
  } as const satisfies Argument;
}

export function optionalPubkey(description: string) {
  return {
    ...pubkey(description),
    parse: checkedPubkey.optional(),
    json: checkedPubkey.optional().meta({ description }),
  } as const satisfies Argument;
}

/** Several keys: separated by commas in a URL, a list as JSON. */
export function pubkeys(most: number, description: string) {
  const error = { error: `1 to ${most} base58 public keys of 32 bytes` };
  const json = z.array(checkedPubkey, error).min(1, error).max(most, error);
  const split = z.string(error).transform((text) => text.split(','));
  return {
    description,
    documented: z.string().meta({ examples: ['So11111111111111111111111111111111111111112'] }),
    parse: split.pipe(json),
    json: json.meta({ description }),
  } as const satisfies Argument;
}

const A_NAME = 'a launch id, a base58 address of 32 bytes or a base58 signature of 64 bytes';

/** Digits of a u64, or base58 as long as that of 32 or 64 bytes. */
const NAME = new RegExp(`^(0|[1-9][0-9]{0,19})$|${PUBKEY_TEXT.source}|${SIGNATURE_TEXT.source}`);

/** Anything on chain that has a name: a launch, an account, a transaction. */
export function named(description: string) {
  const shape = z.union([u64Text(A_NAME), checkedPubkey, checkedSignature], { error: A_NAME });
  return {
    description,
    documented: z
      .string()
      .regex(NAME)
      .meta({ examples: ['7'] }),
    parse: shape,
    json: shape.meta({ description }),
  } as const satisfies Argument;
}

/** Any text that can name something; one that names nothing is refused where it is looked up. */
export function name(description: string, example: string) {
  const error = { error: 'a name of 1 to 256 characters' };
  const text = z.string(error).min(1, error).max(256, error);
  return {
    description,
    documented: text.meta({ examples: [example] }),
    parse: text,
    json: text.meta({ description }),
  } as const satisfies Argument;
}

const CONDITIONS = 'a JSON object of conditions by field';

/** Conditions on fields that only the IDL of a program knows: JSON text in a URL, an object as JSON. */
export function conditions(description: string) {
  const json = z.record(z.string(), z.unknown(), CONDITIONS);
  const parsed = z.string(CONDITIONS).transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: CONDITIONS });
      return z.NEVER;
    }
  });
  return {
    description,
    documented: z.string().meta({ examples: ['{"amount":{"gte":"1000"}}'] }),
    parse: parsed.pipe(json).optional(),
    json: json.optional().meta({ description }),
  } as const satisfies Argument;
}

/** A field to order by, `-` before it for the greatest first. */
export function fieldOrder(description: string) {
  const error = { error: 'a field, or -field' };
  const text = z
    .string(error)
    .max(512, error)
    .regex(/^-?[A-Za-z_0-9.]+$/, error);
  return {
    description,
    documented: text.meta({ examples: ['-amount'] }),
    parse: text.optional(),
    json: text.optional().meta({ description }),
  } as const satisfies Argument;
}

export function cursorOf(description: string) {
  const error = { error: `the next_cursor of a page, of 1 to ${LONGEST_CURSOR} characters` };
  const text = z.string(error).min(1, error).max(LONGEST_CURSOR, error);
  return {
    description,
    documented: text,
    parse: text.optional(),
    json: text.optional().meta({ description }),
  } as const satisfies Argument;
}

type JsonOf<Arguments> = {
  [Name in keyof Arguments]: Arguments[Name] extends Argument<infer Json> ? Json : never;
};

/** The JSON forms of arguments, for the input schema of a tool. */
export function jsonOf<Arguments extends Readonly<Record<string, Argument>>>(
  arguments_: Arguments,
): JsonOf<Arguments> {
  return Object.fromEntries(
    Object.entries(arguments_).map(([name, { json }]) => [name, json]),
  ) as JsonOf<Arguments>;
}
