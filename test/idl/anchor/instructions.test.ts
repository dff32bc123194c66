import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { compileDecoder } from '../../../idl/anchor/decode.ts';
import { readIdl } from '../../../idl/anchor/document.ts';
import { defineProgram } from '../../../idl/anchor/program.ts';
import { eventsOf, instructionsOf } from '../../../idl/anchor/resolve.ts';
import { encodedByAnchor, presentTypes, valuesOf } from './anchor-values.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/idls');
const NAMES = readdirSync(FIXTURES).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
const textOf = (name: string) => readFileSync(join(FIXTURES, `${name}.json`), 'utf8');
const ADDRESS = parsePubkey('11111111111111111111111111111112');

interface PublishedIdl {
  readonly instructions?: readonly { readonly name: string; readonly args: unknown }[];
  readonly events?: readonly { readonly name: string; readonly fields?: unknown }[];
}

/** Types of which each has the arguments of one instruction, or the fields of one event, by Anchor's coder. */
function typesOf(text: string) {
  const { instructions = [], events = [], ...idl } = JSON.parse(text) as PublishedIdl & { types?: unknown[] };
  const struct = (name: string, fields: unknown) => ({ name, type: { kind: 'struct', fields } });
  return presentTypes({
    ...idl,
    types: [
      ...(idl.types ?? []),
      ...instructions.map(({ name, args }) => struct(`args ${name}`, args)),
      ...events.flatMap(({ name, fields }) => (fields ? [struct(`event ${name}`, fields)] : [])),
    ],
  });
}

describe('a published IDL', () => {
  test.each(NAMES)('%s: instructions and events decode to what Anchor’s own coder encoded', (name) => {
    const text = textOf(name);
    const [idl, types] = [readIdl(text), typesOf(text)];
    for (const kind of ['instruction', 'event'] as const) {
      const [parts, prefix] =
        kind === 'event' ? [eventsOf(idl), 'event '] : ([instructionsOf(idl), 'args '] as const);
      for (const part of parts) {
        if ('refusal' in part) continue;
        const { layout, discriminator } = part;
        // Anchor’s coder knows no COption.
        if (JSON.stringify(layout).includes('"coption"')) continue;
        const named = [`${prefix}${part.name}`, part.name].find((one) =>
          types.some((type) => type.name === one),
        );
        fc.assert(
          fc.property(valuesOf(layout), (value) => {
            const body = encodedByAnchor(types, named ?? '', value.anchor);
            const found = compileDecoder(
              layout,
              discriminator.length,
              kind,
            )(Buffer.concat([discriminator, body]));
            expect(found).toEqual({ kind: 'decoded', data: value.json });
          }),
          { numRuns: 1 },
        );
      }
    }
  });

  test('loses only the instructions and events that it does not describe, and says why', () => {
    const refused = NAMES.flatMap((name) => {
      const idl = readIdl(textOf(name));
      return [...instructionsOf(idl), ...eventsOf(idl)].flatMap((part) =>
        'refusal' in part ? [`${name}: ${part.refusal.message}`] : [],
      );
    });
    expect(refused).toMatchInlineSnapshot(`[]`);
  });

  test('has the discriminators that its newer format names', () => {
    const marks = (name: string) =>
      Object.fromEntries(
        instructionsOf(readIdl(textOf(name))).flatMap((one) =>
          'refusal' in one
            ? []
            : [[one.name.replaceAll('_', '').toLowerCase(), Buffer.from(one.discriminator).toString('hex')]],
        ),
      );
    expect(marks('pyth-receiver-legacy')).toEqual(marks('pyth-receiver'));
  });
});

describe('names', () => {
  const account = (name: string, more = {}) => ({ name, ...more });
  const idl = {
    metadata: { name: 'odd', version: '0.1.0', spec: '0.1.0' },
    accounts: [{ name: 'pay_instructions', discriminator: [1] }],
    types: [{ name: 'pay_instructions', type: { kind: 'struct', fields: [] } }],
    events: [
      { name: 'Paid', discriminator: [3] },
      { name: 'pay_instructions', discriminator: [9] },
    ],
    instructions: [
      {
        name: 'pay',
        discriminator: [7, 7, 7],
        accounts: [
          account('payer', { signer: true }),
          { name: 'common', accounts: [account('mint'), account('signature', { optional: true })] },
          account('slot'),
        ],
        args: [
          { name: 'payer', type: 'pubkey' },
          { name: 'revision', type: 'u8' },
        ],
      },
      { name: 'bad', discriminator: [8], accounts: [account('a'), account('a')], args: [] },
      { name: 'worse', discriminator: [9], accounts: ['a'], args: [] },
    ],
  };
  const program = defineProgram({ name: 'odd', address: ADDRESS, idlText: JSON.stringify(idl) });

  test('groups are flattened, and no column or table has the name of another', () => {
    const [pay] = program.instructions;
    expect(pay?.accounts).toEqual([
      { name: 'payer', optional: false, column: 'payer' },
      { name: 'common_mint', optional: false, column: 'common_mint' },
      { name: 'common_signature', optional: true, column: 'common_signature' },
      { name: 'slot', optional: false, column: 'slot_' },
    ]);
    expect(pay?.columns.map(({ name, field }) => [name, field])).toEqual([
      ['payer_', 'payer'],
      ['revision_', 'revision'],
    ]);
    expect([pay?.table, pay?.view]).toEqual(['pay__instructions', 'pay__instructions_base58']);
    expect(program.events.map(({ table }) => table)).toEqual(['pay_instructions_events']);
  });

  test('what is badly described is listed with the reason, and its neighbours are read', () => {
    const reasons = [...program.refusedInstructions, ...program.refusedEvents].map(
      ({ name, refusal: { context } }) => `${name}: ${context.path}: ${context.reason}`,
    );
    expect(reasons).toEqual([
      'bad: instructions.bad.accounts: a is declared twice',
      'worse: instructions.worse.accounts.0: it is neither an account nor a group of accounts',
      'Paid: events.Paid: there is no type Paid',
    ]);
  });
});
