import { z } from 'zod';
import { type CamelCase, camelCase } from '../../schemas/letter-case.ts';
import { wireInstant, wireInteger, wireTime } from './wire.ts';

/**
 * What an answer is written from, as the index and the store hold it: names in camel case, amounts, slots and counts as
 * bigints, times as Unix milliseconds (or, as a bigint, seconds), and undefined for null.
 */
export type Facts<Value> = unknown extends Value
  ? unknown
  : Value extends null
    ? null | undefined
    : Value extends { readonly rawJSON: string }
      ? bigint
      : Value extends string
        ? string extends Value
          ? string | bigint | number
          : Value
        : Value extends number
          ? number | bigint
          : Value extends readonly (infer Item)[]
            ? readonly Facts<Item>[]
            : Value extends object
              ? FactsOfMembers<Value>
              : Value;

type FactsOfMembers<Value extends object> = string extends keyof Value
  ? Readonly<Value>
  : { readonly [Name in keyof Value as CamelCase<Name & string>]: Facts<Value[Name]> };

type Write = (fact: unknown) => unknown;

/** Compiles a function that writes facts as an answer of this shape. Facts that it does not name are left out. */
export function writerOf<Shape extends z.ZodType>(
  shape: Shape,
): (facts: Facts<z.output<Shape>>) => z.output<Shape> {
  return compile(shape) as (facts: Facts<z.output<Shape>>) => z.output<Shape>;
}

function compile(shape: z.ZodType): Write {
  if (shape instanceof z.ZodOptional) {
    const write = compile(shape.unwrap() as z.ZodType);
    return (fact) => (fact === undefined ? undefined : write(fact));
  }
  if (shape instanceof z.ZodNullable) {
    const write = compile(shape.unwrap() as z.ZodType);
    return (fact) => (fact === undefined || fact === null ? null : write(fact));
  }
  if (shape instanceof z.ZodArray) {
    const write = compile(shape.element as z.ZodType);
    return (facts) => (facts as readonly unknown[]).map((fact) => write(fact));
  }
  if (shape instanceof z.ZodObject) return writeMembers(shape);
  if (shape instanceof z.ZodString && shape.meta()?.format === 'date-time') return writeTime;
  return shape instanceof z.ZodString ? writeText : writeNumber(shape instanceof z.ZodCustom);
}

function writeMembers(shape: z.ZodObject): Write {
  const members = Object.entries(shape.shape).map(([name, member]) => ({
    name,
    from: camelCase(name),
    write: compile(member as z.ZodType),
  }));
  return (facts) => {
    const answer: Record<string, unknown> = {};
    for (const { name, from, write } of members) {
      const value = write((facts as Readonly<Record<string, unknown>>)[from]);
      if (value !== undefined) answer[name] = value;
    }
    return answer;
  };
}

function writeTime(fact: unknown): unknown {
  if (typeof fact === 'bigint') return wireTime(fact);
  return typeof fact === 'number' ? wireInstant(fact) : fact;
}

function writeText(fact: unknown): unknown {
  return typeof fact === 'bigint' ? fact.toString() : fact;
}

function writeNumber(anySize: boolean): Write {
  const write = anySize ? wireInteger : Number;
  return (fact) => (typeof fact === 'bigint' ? write(fact) : fact);
}
