import type { z } from 'zod';
import type { MirrorContext } from '../../actions/context.ts';

/** The annotations of a tool. Hints for a client, never the gate. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Reads what the index holds and changes nothing. Said in full: left out, clients assume a destructive tool. */
export const INDEX_READ: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Reads the chain itself beside the index. */
export const CHAIN_READ: ToolHints = { ...INDEX_READ, openWorldHint: true };

/** One tool, declared: what it takes, what it answers, which action answers it, and the answer in words. */
export interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  readonly input: Input;
  readonly output: Output;
  readonly answer: (context: MirrorContext, input: z.output<Input>) => Promise<z.output<Output>>;
  /** A few honest sentences for a reader of the text alone; the slot is always among them. */
  readonly inWords: (answer: z.output<Output>) => string;
}

type Values = Readonly<Record<string, unknown>>;

export type Tool = Omit<ToolDeclaration<z.ZodObject, z.ZodObject>, 'answer' | 'inWords'> & {
  readonly answer: (context: MirrorContext, input: Values) => Promise<Values>;
  readonly inWords: (answer: Values) => string;
};

/** Checks a declaration and forgets the types of its values, so that tools of all kinds fit one catalogue. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: ToolDeclaration<Input, Output>,
): Tool {
  // Sound because input is made only by parsing with the same declaration, and words only of its own answer.
  return declaration as unknown as Tool;
}
