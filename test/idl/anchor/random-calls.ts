import fc from 'fast-check';
import { parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { defineProgram, type Program } from '../../../idl/anchor/program.ts';
import type { Transaction, TransactionInstruction } from '../../../indexer/model/source.ts';
import { encodedByAnchor, type Value, valuesOf } from './anchor-values.ts';
import { field, randomTypes, struct, type Type, typeAmong } from './random-types.ts';

const ADDRESS = parsePubkey('88a4hXfo3STPcNciKmoHSUhuxwCtdiB1u9wkBeunexUE');
const EVENT_TAG = Buffer.from('e445a52e51cb9a1d', 'hex');
/** Some are the names of columns that every table has. */
const NAMES = ['amount', 'owner', 'slot', 'signature', 'revision', 'source', 'f0', 'remaining_accounts'];
const MOST_ACCOUNTS = 6;

/** Named fields of random types, as an IDL lists them. */
const fieldsOf = (names: readonly string[], most: number) =>
  fc
    .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: most })
    .chain((chosen) => fc.tuple(...chosen.map((name) => typeAmong(names).map((type) => field(name, type)))));

const accountsOf = fc
  .uniqueArray(fc.constantFrom(...NAMES), { maxLength: MOST_ACCOUNTS })
  .chain((chosen) => fc.tuple(...chosen.map((name) => fc.boolean().map((optional) => ({ name, optional })))));

/** A program with random instructions and events, and the types by which Anchor's coder encodes them. */
const programs = randomTypes.chain((declared) => {
  const names = declared.map(({ name }) => name);
  const instructions = fc.array(
    fc.record({ args: fc.oneof(fc.constant([]), fieldsOf(names, 4)), accounts: accountsOf }),
    { minLength: 1, maxLength: 3 },
  );
  return fc
    .record({ instructions, events: fc.array(fieldsOf(names, 4), { minLength: 1, maxLength: 2 }) })
    .map((of) => {
      const types = [...declared, ...of.events.map((fields, at) => struct(`Event${at}`, fields))];
      const idl = {
        metadata: { name: 'random', version: '0.1.0', spec: '0.1.0' },
        accounts: [{ name: 'It', discriminator: [1, 2, 3] }],
        types,
        instructions: of.instructions.map((one, at) => ({
          name: `call${at}`,
          discriminator: [at, 9],
          ...one,
        })),
        events: of.events.map((_, at) => ({ name: `Event${at}`, discriminator: [7, at, 7] })),
      };
      const program = defineProgram({ name: 'random', address: ADDRESS, idlText: JSON.stringify(idl) });
      const args = of.instructions.map((one, at) => struct(`args of call${at}`, one.args));
      return { program, types: [...types, ...args] };
    });
});

interface Executed {
  readonly at: number;
  readonly value: Value;
  /** Of each account, whether it is left out where it may be. */
  readonly absent: readonly boolean[];
  readonly remaining: number;
  readonly padding: Uint8Array;
}

interface Emitted {
  readonly at: number;
  readonly value: Value;
  readonly source: 'log' | 'cpi';
}

/** A transaction of such a program: what it executes and emits. */
export const randomCalls: fc.Arbitrary<RandomCalls> = programs.chain(({ program, types }) => {
  const executed = program.instructions.map(({ layout }, at) =>
    fc.record<Executed>({
      ...{
        at: fc.constant(at),
        value: valuesOf(layout),
        remaining: fc.nat(2),
        padding: fc.uint8Array({ maxLength: 3 }),
      },
      absent: fc.array(fc.boolean(), { minLength: MOST_ACCOUNTS, maxLength: MOST_ACCOUNTS }),
    }),
  );
  const emitted = program.events.map(({ layout }, at) =>
    fc.record<Emitted>({
      at: fc.constant(at),
      value: valuesOf(layout),
      source: fc.constantFrom('log', 'cpi'),
    }),
  );
  return fc.record({
    program: fc.constant(program),
    types: fc.constant(types),
    executed: fc.array(fc.oneof(...executed), { minLength: 1, maxLength: 5 }),
    emitted: fc.array(fc.oneof(...emitted), { maxLength: 5 }),
  });
});

export interface RandomCalls {
  readonly program: Program;
  readonly types: readonly Type[];
  readonly executed: readonly Executed[];
  readonly emitted: readonly Emitted[];
}

/** The program itself, then others. */
export const KEYS = [
  ADDRESS,
  ...Array.from({ length: 9 }, (_, at) => pubkeyFromBytes(new Uint8Array(32).fill(at + 1))),
];

/** Positions of the accounts that an instruction names, and of those after them. */
export function accountsIn({ program, executed }: RandomCalls, nth: number): readonly number[] {
  const { at = 0, absent = [], remaining = 0 } = executed[nth] ?? {};
  const named = program.instructions[at]?.accounts ?? [];
  return [
    ...named.map(({ optional }, place) => (optional && absent[place] ? 0 : place + 1)),
    ...Array.from({ length: remaining }, (_, place) => 7 + place),
  ];
}

/** One transaction that executes all of them; its first instruction emits the events. */
export function transactionOf(one: RandomCalls): Transaction {
  const { program, types, executed, emitted } = one;
  const event = ({ at, value }: Emitted): Buffer =>
    Buffer.concat([
      program.events[at]?.discriminator ?? [],
      encodedByAnchor(types, `Event${at}`, value.anchor),
    ] as Buffer[]);
  const sent = emitted
    .filter(({ source }) => source === 'cpi')
    .map((each): Buffer => Buffer.concat([EVENT_TAG, event(each)]));
  const instructions = executed.flatMap(({ at, value, padding }, outer): TransactionInstruction[] => {
    const body = encodedByAnchor(types, `args of call${at}`, value.anchor);
    const data = Buffer.concat([program.instructions[at]?.discriminator ?? new Uint8Array(), body, padding]);
    const own = {
      program: 0,
      accounts: Uint8Array.from(accountsIn(one, outer)),
      data,
      outer,
      inner: 0,
      height: 1,
    };
    if (outer > 0) return [own];
    return [
      own,
      ...sent.map((carried, place) => ({
        ...{ program: 0, accounts: new Uint8Array(), data: carried, outer, inner: place + 1, height: 2 },
      })),
    ];
  });
  const logged = emitted
    .filter(({ source }) => source === 'log')
    .map((each) => `Program data: ${event(each).toString('base64')}`);
  const logs = executed.flatMap((_, outer) => [
    `Program ${ADDRESS} invoke [1]`,
    ...(outer === 0 ? logged : []),
    `Program ${ADDRESS} success`,
  ]);
  return {
    ...{ slot: 5n, index: 2, failed: false, preTokenBalances: [], postTokenBalances: [], instructions },
    ...{ signature: new Uint8Array(64).fill(3), accountKeys: KEYS.map(pubkeyBytes) },
    logs: logs.map((line) => Buffer.from(line)),
  };
}
