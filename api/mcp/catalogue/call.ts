import { isLaunchlensError, type LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { mcpErrors } from '../../../core/kernel/errors/mcp.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { ToolError } from '../../../schemas/mcp/tool-error.ts';
import { answerableError } from '../../actions/answerable.ts';
import type { MirrorContext } from '../../actions/context.ts';
import { parseArguments } from './parse-arguments.ts';
import { remedyOf } from './remedies.ts';
import type { Tool } from './tool.ts';

interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** What a call gives on the wire. A failure is an answer too: the model that called is the one to act on it. */
export interface CallResult {
  readonly content: TextBlock[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

export interface CallServices {
  readonly context: MirrorContext;
  readonly logger: Logger;
}

/** Calls one tool. Never rejects: what was not meant for the client is logged and told without its cause. */
export async function callTool(tool: Tool, raw: unknown, services: CallServices): Promise<CallResult> {
  try {
    const answer = await tool.answer(services.context, parseArguments(tool.input, raw));
    return { content: [text(tool.inWords(answer)), text(JSON.stringify(answer))], structuredContent: answer };
  } catch (error) {
    const refusal = spoken(error);
    if (refusal.code === 'INTERNAL' || refusal.code === 'STORE_UNREACHABLE') {
      services.logger.error({ err: error, tool: tool.name }, 'a tool call failed');
    }
    return failure(refusal);
  }
}

function failure(error: LaunchlensError): CallResult {
  const code = error.code.toLowerCase();
  const told: ToolError = { code, detail: error.message, remedy: remedyOf(error) };
  const content = [text(`${told.detail} ${told.remedy}`), text(JSON.stringify(told))];
  return { content, structuredContent: told, isError: true };
}

function spoken(error: unknown): LaunchlensError {
  if (isLaunchlensError(error) && Object.hasOwn(mcpErrors, error.code)) return error;
  return answerableError(error);
}

function text(words: string): TextBlock {
  return { type: 'text', text: words };
}
