import type { ZodType } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { runOrder, type Session } from '../session.ts';
import { openStores } from '../stores.ts';
import { callOperator, findOperator } from './call.ts';
import { type OperatorRoute, operatorRoute, refusalOf } from './command.ts';
import type { JsonValue } from './protocol.ts';

interface Declared<Parts, Given extends JsonValue, Input, Line extends JsonValue> {
  /** As the operator API names it. */
  readonly name: string;
  readonly input: ZodType<Input, Given>;
  readonly line: ZodType<Line>;
  run(parts: Parts, input: Input, signal: AbortSignal): AsyncIterable<Line>;
}

/** A task on the stores: the process that holds them runs it, or else the command itself. */
export interface Order<Parts, Given extends JsonValue, Input, Line extends JsonValue>
  extends Declared<Parts, Given, Input, Line> {
  route(parts: Parts): OperatorRoute;
}

export function order<Parts, Given extends JsonValue, Input, Line extends JsonValue>(
  declared: Declared<Parts, Given, Input, Line>,
): Order<Parts, Given, Input, Line> {
  const { name, input, run } = declared;
  const route = (parts: Parts) =>
    operatorRoute({ name, input, run: (given, signal) => run(parts, given, signal) });
  return { ...declared, route };
}

/** The dependencies of an order that reads or changes decisions. */
export interface DecisionParts {
  readonly olap: Pick<Olap, 'reader'>;
  readonly oltp: Oltp;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'API_KEY_PREFIX' | 'PAIRING_TOKEN_PREFIX' | 'TREASURY_TOKEN_ACCOUNT'>;
}

export const decisionOrder = <Given extends JsonValue, Input, Line extends JsonValue>(
  declared: Declared<DecisionParts, Given, Input, Line>,
) => order(declared);

/** Where an order runs. */
export interface Place<Parts> {
  /** Whether another process may hold a store that the order needs. */
  readonly embedded: boolean;
  readonly open: () => Promise<Parts>;
}

/**
 * Runs an order where its stores are and yields its lines.
 * @throws COMMAND_USAGE for an invalid input, and the errors of the order
 */
export async function* carryOut<Parts, Given extends JsonValue, Input, Line extends JsonValue>(
  { settings, shutdown: { signal } }: Session,
  { name, line, ...asked }: Order<Parts, Given, Input, Line>,
  given: Given,
  { embedded, open }: Place<Parts>,
): AsyncGenerator<Line> {
  const operator = embedded ? await findOperator(settings.DATA_DIR) : undefined;
  if (operator) {
    for await (const answer of callOperator(operator, { name, input: given, signal }))
      yield line.parse(answer);
    return;
  }
  const input = asked.input.safeParse(given);
  if (!input.success) throw new LaunchlensError('COMMAND_USAGE', { detail: refusalOf(input.error) });
  yield* asked.run(await open(), input.data, signal);
}

/** Carries out an order on decisions and prints each of its lines as text. */
export function printOrder<Given extends JsonValue, Input, Line extends JsonValue>(
  asked: Order<DecisionParts, Given, Input, Line>,
  given: Given,
  text: (line: Line) => string,
): Promise<void> {
  return runOrder(async (session) => {
    for await (const line of decide(session, asked, given)) process.stdout.write(`${text(line)}\n`);
  });
}

export function decide<Given extends JsonValue, Input, Line extends JsonValue>(
  session: Session,
  asked: Order<DecisionParts, Given, Input, Line>,
  given: Given,
): AsyncGenerator<Line> {
  const { CLICKHOUSE_URL, DATABASE_URL } = session.settings;
  return carryOut(session, asked, given, {
    embedded: CLICKHOUSE_URL === undefined || DATABASE_URL === undefined,
    open: async () => ({ ...session, ...(await openStores(session)) }),
  });
}
