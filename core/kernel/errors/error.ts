import { accessErrors } from './access.ts';
import { agentErrors } from './agents.ts';
import { backfillErrors } from './backfill.ts';
import { backtestErrors } from './backtests.ts';
import type { ErrorDefinition } from './definition.ts';
import { encodingErrors } from './encoding.ts';
import { fileErrors } from './files.ts';
import { gateErrors } from './gates.ts';
import { graphqlErrors } from './graphql.ts';
import { harnessErrors } from './harness.ts';
import { intentErrors } from './intents.ts';
import { mcpErrors } from './mcp.ts';
import { mirrorErrors } from './mirror.ts';
import { oltpErrors } from './oltp.ts';
import { processErrors } from './process.ts';
import { recordErrors } from './records.ts';
import { rewardErrors } from './rewards.ts';
import { sourceErrors } from './source.ts';
import { sqlErrors } from './sql.ts';
import { storeErrors } from './stores.ts';
import { tokenErrors } from './tokens.ts';
import { venueErrors } from './venues.ts';

/** Every error code of Launchlens. A test compares them with `docs/errors.md`. */
export const ERRORS = {
  ...accessErrors,
  ...agentErrors,
  ...fileErrors,
  ...backfillErrors,
  ...recordErrors,
  ...encodingErrors,
  ...gateErrors,
  ...graphqlErrors,
  ...backtestErrors,
  ...harnessErrors,
  ...intentErrors,
  ...mcpErrors,
  ...mirrorErrors,
  ...sqlErrors,
  ...storeErrors,
  ...oltpErrors,
  ...rewardErrors,
  ...processErrors,
  ...sourceErrors,
  ...tokenErrors,
  ...venueErrors,
} as const;

export type ErrorCode = keyof typeof ERRORS;
type ErrorContext<Code extends ErrorCode> = Parameters<(typeof ERRORS)[Code]['message']>[0];

/**
 * The one error class of the project: a stable code, the typed context that the code declares, and a
 * message derived from both. Exit code, HTTP status, retryability, audience and remedy belong to the code.
 */
export class LaunchlensError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LaunchlensError';
  readonly code: Code;
  readonly context: ErrorContext<Code>;

  constructor(code: Code, context: ErrorContext<Code>, cause?: unknown) {
    const { message } = ERRORS[code] as unknown as ErrorDefinition<ErrorContext<Code>>;
    super(message(context), cause === undefined ? undefined : { cause });
    this.code = code;
    this.context = context;
  }

  get exit(): 1 | 2 | 3 {
    return ERRORS[this.code].exit;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get audience(): 'operator' | 'clients' {
    return ERRORS[this.code].audience;
  }

  /** @param scopes what the agent's credential grants */
  remedyFor(scopes: ReadonlySet<string>): string {
    const { remedy, remedyWithout }: ErrorDefinition<never> = ERRORS[this.code];
    return remedyWithout === undefined || scopes.has(remedyWithout.scope) ? remedy : remedyWithout.remedy;
  }

  /** Whether an operator has to know of it: the server failed, and not because of what was asked. */
  get isFault(): boolean {
    const { status, expected } = ERRORS[this.code];
    return status >= 500 && !expected;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}

/** Narrows to one code: `isLaunchlensError(error, 'PORT_IN_USE')`, or to any code when none is named. */
export function isLaunchlensError<Code extends ErrorCode>(
  error: unknown,
  code?: Code,
): error is LaunchlensError<Code> {
  return error instanceof LaunchlensError && (code === undefined || error.code === code);
}
