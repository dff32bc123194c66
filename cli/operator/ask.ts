import type { Clock } from '../../core/kernel/clock.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import type { Session } from '../session.ts';
import { openDecisions, openFacts } from '../stores.ts';
import { callOperator } from './call.ts';
import { findOperator } from './find.ts';
import type { JsonValue } from './protocol.ts';

/** The dependencies of a command that reads or changes decisions. */
export interface DecisionParts {
  readonly olap: Pick<Olap, 'reader'>;
  readonly oltp: Oltp;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface DecisionQuestion<Input> {
  /** The name of the route that answers it in another process. */
  readonly name: string;
  readonly input: Input & JsonValue;
  /** Answers it in this process. */
  readonly here: (parts: DecisionParts, input: Input) => AsyncIterable<JsonValue>;
}

/** Asks the process that holds an embedded store; if there is none, opens both stores. */
export async function askDecisions<Input>(
  session: Session,
  { name, input, here }: DecisionQuestion<Input>,
): Promise<AsyncIterable<JsonValue>> {
  const { settings, clock, shutdown } = session;
  const { signal } = shutdown;
  const embedded = settings.CLICKHOUSE_URL === undefined || settings.DATABASE_URL === undefined;
  const operator = embedded ? await findOperator(settings.DATA_DIR) : undefined;
  if (operator) return callOperator(operator, { name, input, signal });
  const olap = await openFacts(session);
  const oltp = await openDecisions(session);
  return here({ olap, oltp, clock, signal }, input);
}
