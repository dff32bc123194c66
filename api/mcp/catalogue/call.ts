import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { requestId } from '../../../core/kernel/request-id.ts';
import { traced } from '../../../core/kernel/tracing.ts';
import type { ToolError } from '../../../schemas/mcp/answers.ts';
import type { LimitMetrics } from '../../access/limit-names.ts';
import { admit } from '../../actions/admission/admit.ts';
import type { Call } from '../../actions/admission/call.ts';
import { answerableError } from '../../actions/answerable.ts';
import { type Running, UNFOLLOWED } from '../../actions/backtests/context.ts';
import { fitted } from './fit.ts';
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
  readonly _meta?: { readonly 'launchlens/request_id'?: string | undefined };
}

/** Counts and times calls. */
export interface ToolMetrics extends LimitMetrics {
  toolCall(tool: string, outcome: 'ok' | 'refused' | 'failed', seconds: number): void;
}

export interface CallServices {
  readonly context: ToolContext;
  readonly logger: Logger;
  readonly metrics?: ToolMetrics | undefined;
}

export type ToolCall = Call<ToolContext> & {
  readonly tool: Tool;
  /** Whether the client reads structured content, so that it needs no JSON as text. */
  readonly structured?: boolean | undefined;
  /** How its caller follows and stops it. */
  readonly running?: Running | undefined;
};

/** Calls one tool. Never rejects: an error that was not meant for the client is logged, and reported without its cause. */
export async function callTool(
  call: ToolCall,
  { context, logger, metrics }: CallServices,
): Promise<CallResult> {
  const { tool, raw, caller, structured = false, running = UNFOLLOWED } = call;
  const { answer, textOf } = tool.serving;
  const startedAt = performance.now();
  const ended = (outcome: Parameters<ToolMetrics['toolCall']>[1]): void =>
    metrics?.toolCall(tool.name, outcome, (performance.now() - startedAt) / 1000);
  try {
    const answered = await traced(`tool ${tool.name}`, () =>
      admit(call, context, (prepared) =>
        fitted({
          ...{ raw, input: prepared.input },
          answer: (input) => answer(context, input, caller, prepared, running),
          bytesOf: (answered) => Buffer.byteLength(textOf(answered) + JSON.stringify(answered)),
        }),
      ),
    );
    const result = {
      content: contentOf(textOf(answered), answered, structured),
      structuredContent: answered,
    };
    ended('ok');
    return result;
  } catch (error) {
    const refusal = answerableError(error);
    ended(refusal.status >= 500 ? 'failed' : 'refused');
    if (refusal.code === 'ARGUMENTS_TOO_LARGE') metrics?.limited('arguments');
    if (refusal.isFault) {
      logger.error({ err: error, tool: tool.name }, 'a tool call failed');
    }
    return failure(refusal, call);
  }
}

const NO_SCOPES: ReadonlySet<string> = new Set();

function failure(error: LaunchlensError, { tool, caller, structured = false }: ToolCall): CallResult {
  const failure: ToolError = {
    code: error.code.toLowerCase(),
    detail: error.message,
    remedy: error.remedyFor(caller?.scopes ?? NO_SCOPES),
    ...(error.code === 'MISSING_SCOPE' && { scope: tool.scope }),
  };
  return {
    content: contentOf(`${failure.detail} ${failure.remedy}`, failure, structured),
    structuredContent: failure,
    isError: true,
    _meta: { 'launchlens/request_id': requestId() },
  };
}

function contentOf(words: string, answer: object, structured: boolean): TextBlock[] {
  const texts = structured ? [words] : [words, JSON.stringify(answer)];
  return [...new Set(texts)].map((text) => ({ type: 'text', text }));
}
