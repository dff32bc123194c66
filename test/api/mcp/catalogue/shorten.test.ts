import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortened } from '../../../../api/mcp/catalogue/shorten.ts';

type Schema = Parameters<typeof shortened>[0];
// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Any = any;

/** A schema with every reference written out. */
function writtenOut({ $defs = {}, ...root }: Any): unknown {
  const out = (node: Any): Any => {
    if (Array.isArray(node)) return node.map(out);
    if (node === null || typeof node !== 'object') return node;
    const { $ref, ...beside } = node;
    if (typeof $ref === 'string') return { ...out($defs[$ref.slice('#/$defs/'.length)]), ...beside };
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, out(member)]));
  };
  return out(root);
}

const TYPES = ['string', 'integer', 'boolean'];
const leaf = fc.record(
  {
    type: fc.constantFrom(...TYPES),
    description: fc.constantFrom('Of one kind.', 'What it is about, at length.'),
  },
  { requiredKeys: ['type'] },
);
/** Refers to definitions before its own, as those of a schema without an end would not. */
const node = (before: number): fc.Arbitrary<object> => {
  const reference = fc
    .record({ at: fc.nat({ max: Math.max(0, before - 1) }), described: fc.boolean() })
    .map(({ at, described }) => ({
      $ref: `#/$defs/__schema${at}`,
      ...(described && { description: 'Mine.' }),
    }));
  const part = before === 0 ? leaf : fc.oneof(leaf, reference);
  const members = fc
    .dictionary(fc.constantFrom('a', 'b', 'c'), part)
    .map((properties) => ({ type: 'object', properties }));
  return fc.oneof(
    part,
    members,
    fc.array(part, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  );
};
const schema = fc
  .tuple(...Array.from({ length: 6 }, (_, at) => node(at)), node(6))
  .map(([...parts]): Schema => {
    const root = { anyOf: [parts.at(-1) ?? {}] };
    const definitions = parts.slice(0, -1).map((part, at) => [`__schema${at}`, part]);
    return { ...root, $defs: Object.fromEntries(definitions) } as unknown as Schema;
  });

describe('a shortened schema', () => {
  test('says the same, in no more bytes', () => {
    fc.assert(
      fc.property(schema, (long) => {
        const short = shortened(long);
        expect(writtenOut(short)).toEqual(writtenOut(long));
        expect(JSON.stringify(short).length).toBeLessThanOrEqual(JSON.stringify(long).length);
      }),
    );
  });

  test('names once what is long and used twice, and nothing else', () => {
    const long = { type: 'string', description: 'A public key of 32 bytes, in base58.' };
    const at = (name: string) => ({ $ref: `#/$defs/${name}` });

    expect(
      shortened({
        anyOf: [at('one'), at('other'), at('short'), at('short'), at('single')],
        $defs: { one: long, other: { ...long }, short: { type: 'null' }, single: { ...long, title: 'It' } },
      }),
    ).toEqual({
      anyOf: [at('d0'), at('d0'), { type: 'null' }, { type: 'null' }, { ...long, title: 'It' }],
      $defs: { d0: long },
    });
  });

  test('keeps the name of what stands for itself', () => {
    const tree = { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/tree' } }] };

    expect(shortened({ properties: { plan: { $ref: '#/$defs/tree' } }, $defs: { tree } })).toEqual({
      properties: { plan: { $ref: '#/$defs/d0' } },
      $defs: { d0: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/d0' } }] } },
    });
  });
});
