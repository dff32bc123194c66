import { isLaunchlensError, type LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { mcpErrors } from '../../../core/kernel/errors/mcp.ts';
import type { ErrorCode } from '../../../core/kernel/errors/registry.ts';
import { answerableError } from '../../actions/answerable.ts';

/** The error of a call, as sent to its caller. */
export function spoken(error: unknown): LaunchlensError {
  if (isLaunchlensError(error) && Object.hasOwn(mcpErrors, error.code)) return error;
  return answerableError(error);
}

/** A code in its wire form. */
export function wireCode(code: ErrorCode): string {
  return code.toLowerCase();
}
