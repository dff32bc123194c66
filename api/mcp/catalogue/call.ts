import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { mcpErrors } from '../../../core/kernel/errors/mcp.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { ToolError } from '../../../schemas/mcp/tool-error.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import { answerableError } from '../../actions/answerable.ts';
import { isAnonymous } from './anonymous.ts';
import { parseArguments } from './parse-arguments.ts';
import { remedyOf } from './remedies.ts';
import type { Tool, ToolContext } from './tool.ts';

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

/** One more thing that every call of a credential has to pass. It throws what the caller is told. */
export type Gate = (call: { readonly tool: Tool; readonly caller: AgentPrincipal }) => Promise<void>;

export interface CallServices {
  readonly context: ToolContext;
  readonly logger: Logger;
  /** Passed in order, after the scope and before anything is done. */
  readonly gates?: readonly Gate[] | undefined;
}

export interface Call {
  readonly tool: Tool;
  /** The arguments as they came. */
  readonly raw: unknown;
  /** Undefined for an anonymous call. */
  readonly caller: AgentPrincipal | undefined;
}

/** Calls one tool. Never rejects: what was not meant for the client is logged and told without its cause. */
export async function callTool(call: Call, services: CallServices): Promise<CallResult> {
  const { tool, raw, caller } = call;
  try {
    await requireAllowed(call, services);
    if (tool.serving === undefined) throw new LaunchlensError('NOT_AVAILABLE_YET', { tool: tool.name });
    const { answer, inWords } = tool.serving;
    const answered = await answer(services.context, parseArguments(tool.input, raw), caller);
    return {
      content: [text(inWords(answered)), text(JSON.stringify(answered))],
      structuredContent: answered,
    };
  } catch (error) {
    const refusal = spoken(error);
    if (refusal.code === 'INTERNAL' || refusal.code === 'STORE_UNREACHABLE') {
      services.logger.error({ err: error, tool: tool.name }, 'a tool call failed');
    }
    return failure(refusal);
  }
}

/** @throws MISSING_SCOPE, and what the gates throw */
async function requireAllowed({ tool, caller }: Call, { gates = [] }: CallServices): Promise<void> {
  const allowed = caller === undefined ? isAnonymous(tool) : caller.scopes.has(tool.scope);
  if (!allowed) throw new LaunchlensError('MISSING_SCOPE', { tool: tool.name, scope: tool.scope });
  if (caller === undefined) return;
  for (const gate of gates) await gate({ tool, caller });
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
