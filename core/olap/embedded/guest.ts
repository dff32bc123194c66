import type { Session } from 'chdb';
import type { Running } from '../connection.ts';
import type { GuestAnswer, GuestStatement } from '../port.ts';
import { parseException } from '../rejection.ts';
import { engineFailure, nextTag, untilAborted } from './running.ts';
import { literal } from './statement.ts';

export interface GuestContext {
  /** The connection that cancels statements of the others. */
  readonly control: Session;
  /** A new session, in the database that is empty. */
  readonly connect: () => Session;
  readonly target: string;
}

/**
 * Runs one statement in a session of its own, which takes half a millisecond to open. Once `readonly` is set, the session
 * takes no other setting, not even one of the statement itself, and the engine refuses every table function that
 * reads from elsewhere.
 */
export function runGuest(context: GuestContext, statement: GuestStatement): Running<GuestAnswer> {
  const { sql, format, settings, signal } = statement;
  const tag = nextTag();
  const session = context.connect();
  const bounds = Object.entries({ ...settings, log_comment: tag, readonly: 1 }).map(
    ([name, value]) => `\`${name}\`=${typeof value === 'number' ? value : literal(value)}`,
  );
  const work = session
    .queryAsync(`SET ${bounds.join(', ')}`)
    .then(() => session.queryAsync(sql, { format }))
    .then(
      (result): GuestAnswer => ({ kind: 'answered', bytes: result.bytes() }),
      (error: unknown): GuestAnswer => rejected(context.target, error),
    );
  const { control } = context;
  return {
    answer: untilAborted(work, { control, tag, signal }),
    ended: work.then(
      () => session.close(),
      () => session.close(),
    ),
  };
}

function rejected(target: string, error: unknown): GuestAnswer {
  const exception = parseException(error instanceof Error ? error.message : String(error));
  if (!exception) throw engineFailure(target, error);
  return { kind: 'rejected', exception };
}
