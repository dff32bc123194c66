import fc from 'fast-check';
import { ERRORS, type ErrorCode } from '../../../../core/kernel/errors/error.ts';
import { LAUNCH_STATUSES } from '../../../../schemas/launch-statuses.ts';
import { LAUNCH_ORDERS, PLEDGE_ORDERS } from '../../../../schemas/rest/orders.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { LAUNCH_IDS, NEWEST_SLOT, WALLETS } from '../random-index.ts';

/** A question of the launch mirror in wire names, for every API to ask in its own way. Undefined is left out. */
export type Question =
  | { readonly about: 'status'; readonly values: Values<'as_of_slot'> }
  | { readonly about: 'launch'; readonly values: Values<'launch_id' | 'wallet' | 'as_of_slot'> }
  | { readonly about: 'launches'; readonly values: Values<'status' | 'order_by' | Paging> }
  | { readonly about: 'pledges'; readonly values: Values<'launch_id' | 'order_by' | 'min_amount' | Paging> };

type Paging = 'limit' | 'cursor' | 'as_of_slot';
type Values<Names extends string> = { readonly [Name in Names]?: string | number | undefined };

/** An answer as its exact JSON text, or why there is none: no digit may hide behind a double. */
export type TransportAnswer = { readonly json: string } | Refusal;

export interface Refusal {
  readonly refused: string;
  /** The HTTP status; elsewhere that of the code. */
  readonly status: number;
  /** Where the API says it. */
  readonly code?: ErrorCode;
}

/** A refusal by its stable code, in whatever case the API writes it. */
export function refusalOf(code: string, refused: string): Refusal {
  const known = code.toUpperCase() as ErrorCode;
  return { refused, status: ERRORS[known].status, code: known };
}

/** One way to ask the API. */
export interface Transport {
  readonly name: string;
  ask(question: Question): Promise<TransportAnswer>;
}

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const launch_id = fc.constantFrom(...LAUNCH_IDS, 8n).map(String);
/** Also before the first slot of an index that begins at 3, inside a lost range, and ahead of the newest. */
const as_of_slot = maybe(fc.integer({ min: 1, max: Number(NEWEST_SLOT) + 1 }));
const limit = fc.integer({ min: 1, max: 4 });
const wallet = maybe(fc.constantFrom(...WALLETS, 'nobody').map(pubkeyOf));

const about = <Name extends Question['about'], Shape>(name: Name, shape: fc.Arbitrary<Shape>) =>
  shape.map((values) => ({ about: name, values }));

export const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  about('status', fc.record({ as_of_slot })),
  about('launch', fc.record({ launch_id, wallet, as_of_slot })),
  about(
    'launches',
    fc.record({
      status: maybe(fc.constantFrom(...LAUNCH_STATUSES)),
      order_by: maybe(fc.constantFrom(...LAUNCH_ORDERS)),
      limit,
      as_of_slot,
    }),
  ),
  about(
    'pledges',
    fc.record({
      launch_id,
      order_by: maybe(fc.constantFrom(...PLEDGE_ORDERS)),
      min_amount: maybe(fc.constantFrom('0', '2', '9999', '18446744073709551614')),
      limit,
      as_of_slot,
    }),
  ),
);

/** The question of the page after an answer; undefined after the last. */
export function nextPage(question: Question, answer: TransportAnswer): Question | undefined {
  const cursor = 'json' in answer ? JSON.parse(answer.json).next_cursor : undefined;
  if (typeof cursor !== 'string') return undefined;
  return { ...question, values: { ...question.values, cursor } } as Question;
}
