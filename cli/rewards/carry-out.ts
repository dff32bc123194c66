import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { callOperator } from '../operator/call.ts';
import { findOperator } from '../operator/find.ts';
import type { JsonValue } from '../operator/protocol.ts';
import type { Session } from '../session.ts';
import { openDecisions, openFacts } from '../stores.ts';
import { rewardParts } from './parts.ts';
import { type RewardOrder, rewardRoutes } from './routes.ts';

/**
 * Runs a command where the store is: in the process that holds the embedded store, otherwise here.
 * @throws the errors of the command
 */
export async function* carryOut(
  session: Session,
  name: RewardOrder,
  input: JsonValue,
): AsyncGenerator<JsonValue> {
  const { settings, shutdown } = session;
  const { signal } = shutdown;
  const operator = settings.CLICKHOUSE_URL === undefined ? await findOperator(settings.DATA_DIR) : undefined;
  if (operator) return yield* callOperator(operator, { name, input, signal });
  const parts = rewardParts(session, await openFacts(session), () => openDecisions(session));
  const route = rewardRoutes(parts).find((one) => one.name === name);
  const parsed = route?.parse(input);
  if (!parsed || 'refusal' in parsed) {
    const detail = parsed ? parsed.refusal : `no such order: ${name}`;
    throw new LaunchlensError('COMMAND_USAGE', { detail });
  }
  yield* parsed.start(signal) as AsyncGenerator<JsonValue>;
}
