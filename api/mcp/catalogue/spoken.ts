import { isLaunchlensError, type LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { mcpErrors } from '../../../core/kernel/errors/mcp.ts';
import type { ErrorCode } from '../../../core/kernel/errors/registry.ts';
import { answerableError } from '../../actions/answerable.ts';

/** The error of a call as its caller may hear it. */
export function spoken(error: unknown): LaunchlensError {
  if (isLaunchlensError(error) && Object.hasOwn(mcpErrors, error.code)) return error;
  return answerableError(error);
}

/** A code as it is written on the wire. */
export function wireCode(code: ErrorCode): string {
  return code.toLowerCase();
}
