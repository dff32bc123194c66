import { MissingScopeError, ToolError } from '../errors/tools.ts';
import type { ToolErrorAnswer } from '../types/answers.ts';

/** The typed error of a failed tool call. */
export function toolError(tool: string, answer: unknown): ToolError {
  const {
    code = 'unknown',
    detail = 'The tool failed.',
    remedy = '',
    scope = '',
  } = (answer ?? {}) as Partial<ToolErrorAnswer>;
  const failure = { tool, toolCode: code, detail, remedy };
  return code === 'missing_scope' ? new MissingScopeError(failure, scope) : new ToolError(failure);
}
