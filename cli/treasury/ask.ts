import { callOperator } from '../operator/call.ts';
import { findOperator } from '../operator/find.ts';
import type { JsonValue } from '../operator/protocol.ts';
import type { Session } from '../session.ts';
import { openDecisions, openFacts } from '../stores.ts';
import type { TreasuryParts } from './lines.ts';
import type { TREASURY_COMMANDS } from './routes.ts';

export interface TreasuryQuestion<Input> {
  readonly name: (typeof TREASURY_COMMANDS)[keyof typeof TREASURY_COMMANDS];
  readonly input: Input & JsonValue;
  /** Answers it in this process. */
  readonly here: (parts: TreasuryParts, input: Input) => AsyncIterable<JsonValue>;
}

/** Has the process that holds an embedded store answer, or opens both stores where none does. */
export async function askTreasury<Input>(
  session: Session,
  { name, input, here }: TreasuryQuestion<Input>,
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
