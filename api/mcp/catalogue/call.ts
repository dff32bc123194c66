import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { ToolError } from '../../../schemas/mcp/tool-error.ts';
import type { LimitMetrics } from '../../access/limit-names.ts';
import { admit, type Call, noteLateRefusal } from './gates.ts';
import { remedyOf } from './remedies.ts';
import { spoken, wireCode } from './spoken.ts';
import type { Tool, ToolContext } from './tool.ts';

interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** A call's result on the wire. A failure is a result too, because the calling model should act on it. */
export interface CallResult {
  readonly content: TextBlock[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

type Values = Readonly<Record<string, unknown>>;

export interface CallServices {
  readonly context: ToolContext;
  readonly logger: Logger;
  readonly metrics?: LimitMetrics | undefined;
}

/** Calls one tool. Never rejects: errors not meant for the client are logged and sent without their cause. */
export async function callTool(call: Call, { context, logger, metrics }: CallServices): Promise<CallResult> {
  const { tool } = call;
  try {
    const input = await admit(call, context);
    const answered = await answeredOrNoted(call, context, input);
    const { inWords } = tool.serving;
    return {
      content: [text(inWords(answered)), text(JSON.stringify(answered))],
      structuredContent: answered,
    };
  } catch (error) {
    const refusal = spoken(error);
    if (refusal.code === 'ARGUMENTS_TOO_LARGE') metrics?.limited('arguments');
    if (refusal.code === 'INTERNAL' || refusal.code === 'STORE_UNREACHABLE') {
      logger.error({ err: error, tool: tool.name }, 'a tool call failed');
    }
    return failure(refusal, tool);
  }
}

/** A check that refuses only in a later transaction is also in the owner's audit log. */
async function answeredOrNoted(call: Call, context: ToolContext, input: Values): Promise<Values> {
  try {
    return await call.tool.serving.answer(context, input, call.caller);
  } catch (error) {
    await noteLateRefusal(call, context, error);
    throw error;
  }
}

function failure(error: LaunchlensError, { scope }: Tool): CallResult {
  const told: ToolError = {
    code: wireCode(error.code),
    detail: error.message,
    remedy: remedyOf(error),
    ...(error.code === 'MISSING_SCOPE' && { scope }),
  };
  const content = [text(`${told.detail} ${told.remedy}`), text(JSON.stringify(told))];
  return { content, structuredContent: told, isError: true };
}

function text(words: string): TextBlock {
  return { type: 'text', text: words };
}
