import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import type { Random } from '../../../fixtures/localnet/keys/random.ts';
import type { ExecutedTransaction } from '../../../fixtures/localnet/ledger/executed.ts';
import { compileDecoder } from '../../../idl/anchor/decode.ts';
import { onChain, vault } from '../../support/vault.ts';
import { snakeKeys } from '../../support/vault-answers.ts';
import { ledgerOnChain } from '../../support/vault-ledger.ts';
import { expectedRows, VAULT_CALLS, withoutNesting } from '../../support/vault-rows.ts';
import { type Examining, type HttpAnswer, refusalOf, request, type Verdict } from './answer.ts';

const PROGRAM = vault();
const TYPES = PROGRAM.types.map((type) => ({
  ...type,
  decode: compileDecoder(type.layout, type.discriminator.length),
}));
/** Slots of which instructions and events are asked for: no page has more. */
const SPAN = 24n;
const PAGE = 200;

/** One question about the vault; without a slot it is about now. */
export interface ProgramQuestion {
  readonly by: 'rest' | 'graphql';
  /** Chooses among the types of accounts, the instructions and the events. */
  readonly about: number;
  readonly slot: bigint | undefined;
}

const rows = z.array(z.record(z.string(), z.unknown()));
const source = z.looseObject({ last_indexed_slot: z.number() });
const restAnswer = z.looseObject({ source, covered_from_slot: z.number().nullish(), results: rows });
const graphqlAnswer = z.object({
  data: z.object({
    vault: z.object({
      page: z.looseObject({
        source: z.object({ lastIndexedSlot: z.number() }),
        coveredFromSlot: z.number().nullish(),
        nodes: rows,
      }),
    }),
  }),
});

interface Answered {
  readonly slot: bigint;
  /** Undefined where some may be missing. */
  readonly coveredFrom: number | undefined;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

type Asked = { readonly type: (typeof TYPES)[number] } | { readonly call: (typeof VAULT_CALLS)[number] };

/** Asks the API about the vault and compares what it says with the chain at the slot of the answer. */
export class ProgramExaminer implements Examining<ProgramQuestion> {
  readonly now: ProgramQuestion = { by: 'rest', about: 0, slot: undefined };
  readonly #chain: Chain;
  readonly #read = new WeakMap<ExecutedTransaction, ReturnType<typeof ledgerOnChain>>();

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  draw(random: Random, first: bigint, last: bigint): ProgramQuestion {
    return {
      by: random.pick(['rest', 'graphql']),
      about: random.integer(0, TYPES.length + VAULT_CALLS.length - 1),
      slot: last > first && random.chance(0.6) ? random.bigint(first, last) : undefined,
    };
  }

  async ask(url: string, question: ProgramQuestion): Promise<Verdict> {
    const { about, slot: asked } = question;
    const [type, call] = [TYPES[about], VAULT_CALLS[about - TYPES.length]];
    const of: Asked | undefined = type ? { type } : call && { call };
    if (!of) throw new Error(`there is no question ${about}`);
    const from = (asked ?? this.#chain.heads.confirmed) - SPAN;
    const answer = await askFor(url, question, { of, from });
    // GraphQL has no status of its own for each refusal, so that REST says the same again.
    if (isRefusedByGraphql(answer)) return this.ask(url, { ...question, by: 'rest' });
    if (answer.status !== 200) return refusalOf(answer);
    const found = readAnswer(answer.text);
    const { slot } = found;
    const name = 'type' in of ? of.type.name : of.call.of.name;
    const wrong = (detail: string): Verdict => ({ kind: 'wrong', slot, detail: `${name}: ${detail}` });
    if (asked !== undefined && asked !== slot)
      return wrong(`it is stamped ${slot} and was asked at ${asked}`);
    if (slot > this.#chain.heads.confirmed) return wrong('it is stamped with a slot that is not confirmed');
    const difference = 'type' in of ? this.#accounts(of.type, found) : this.#calls(of.call, found, from);
    return difference === undefined ? { kind: 'right', slot, rows: found.rows.length } : wrong(difference);
  }

  /** Only accounts that decode are listed. */
  #accounts({ name, decode }: (typeof TYPES)[number], { slot, rows: found }: Answered): string | undefined {
    const wanted = [...onChain(this.#chain, PROGRAM, slot)].flatMap(([address, { type, lamports, data }]) => {
      const decoded = decode(Buffer.from(data, 'hex'));
      if (type !== name || decoded.kind === 'undecodable') return [];
      return [plain({ address, lamports: `${lamports}`, data: decoded.data })];
    });
    const told = found.map(({ address, lamports, data }) => plain({ address, lamports, data }));
    return difference(told.toSorted(), wanted.toSorted());
  }

  /** Where some transactions were not seen, rows may be missing there, and no others are there. */
  #calls(call: (typeof VAULT_CALLS)[number], found: Answered, from: bigint): string | undefined {
    const { slot, coveredFrom = Number.POSITIVE_INFINITY } = found;
    const wanted = expectedRows(this.#ledger(from, slot), call, slot).map(plain);
    const told = found.rows.map((row) => plain({ ...row, data: withoutNesting(row.data) }));
    const foreign = told.find((row) => !wanted.includes(row));
    if (foreign !== undefined) return `${foreign} is not on chain`;
    const isCovered = (row: string): boolean => (JSON.parse(row) as { slot: number }).slot >= coveredFrom;
    return difference(told.filter(isCovered), wanted.filter(isCovered));
  }

  #ledger(from: bigint, to: bigint): ReturnType<typeof ledgerOnChain> {
    const instructions = [];
    const events = [];
    for (let slot = from < 0n ? 0n : from; slot <= to; slot += 1n) {
      for (const one of this.#chain.transactions.ofSlot(slot)) {
        const read = this.#read.get(one) ?? ledgerOnChain([one]);
        this.#read.set(one, read);
        instructions.push(...read.instructions);
        events.push(...read.events);
      }
    }
    return { instructions, events };
  }
}

/** Accounts have types of their own in GraphQL, so that only REST is asked for them. */
function askFor(url: string, { by, slot }: ProgramQuestion, { of, from }: { of: Asked; from: bigint }) {
  const fromSlot = from < 0n ? 0n : from;
  if (by === 'graphql' && 'call' in of) {
    const { kind, of: call } = of.call;
    const at = slot === undefined ? '' : `, asOfSlot: ${slot}`;
    const own = kind === 'events' ? 'source eventIndex' : 'accounts remainingAccounts';
    const query = `{ vault { page: ${kind}(name: "${call.name}", first: ${PAGE}, fromSlot: ${fromSlot}${at}) {
      source { lastIndexedSlot } coveredFromSlot
      nodes { slot time signature transactionIndex instructionIndex innerIndex ${own} data } } } }`;
    return request(`${url}/graphql`, { query });
  }
  const [kind, name] = 'type' in of ? ['accounts', of.type.name] : [of.call.kind, of.call.of.name];
  const query = new URLSearchParams({
    limit: `${PAGE}`,
    ...(slot !== undefined && { as_of_slot: `${slot}` }),
    ...('call' in of && { from_slot: `${fromSlot}` }),
  });
  return request(`${url}/api/v1/programs/vault/${kind}/${name}/?${query}`);
}

const graphqlErrors = z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })) });

function isRefusedByGraphql({ text }: HttpAnswer): boolean {
  return text.startsWith('{"errors"') && graphqlErrors.safeParse(JSON.parse(text)).success;
}

function readAnswer(text: string): Answered {
  const answer = z.union([restAnswer, graphqlAnswer]).parse(JSON.parse(text));
  if ('results' in answer) {
    const { source: stamp, covered_from_slot: covered, results } = answer;
    return { slot: BigInt(stamp.last_indexed_slot), coveredFrom: covered ?? undefined, rows: results };
  }
  const { source: stamp, coveredFromSlot: covered, nodes } = answer.data.vault.page;
  return {
    ...{ slot: BigInt(stamp.lastIndexedSlot), coveredFrom: covered ?? undefined },
    rows: nodes.map(({ data, ...row }) => ({ ...snakeKeys(row), data })),
  };
}

/** A row as text that equal rows have in common, in whatever order its fields are. */
function plain(row: unknown): string {
  return JSON.stringify(row, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function difference(told: readonly string[], wanted: readonly string[]): string | undefined {
  if (isDeepStrictEqual(told, wanted)) return undefined;
  if (told.length !== wanted.length) return `it has ${told.length} rows and the chain ${wanted.length}`;
  const at = told.findIndex((row, index) => row !== wanted[index]);
  return `row ${at} is ${told[at]} for ${wanted[at]}`;
}
