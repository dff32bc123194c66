import { compactInputSchema, compactOutputSchema } from './compact-schema.ts';
import { ERROR_SCHEMA, inputSchema, type ObjectSchema, outputSchema } from './json-schema.ts';
import type { Tool, ToolHints } from './tool.ts';

/** How much a list says about each tool: all sentences, the first ones, or those without the shape of the answer. */
export type Detail = 'full' | 'brief' | 'minimal';

/** A tool as tools/list shows it. */
export interface ToolDescription {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations?: Partial<ToolHints>;
}

/** What a list says once for all of its tools: the structured content of a failed call. */
export const LIST_META: Readonly<Record<string, unknown>> = { 'launchlens/error': ERROR_SCHEMA };

/** Converting zod to JSON Schema takes a tenth of a millisecond per tool: done once, not per session or list. */
export function describeTool(tool: Tool, detail: Detail = 'full'): ToolDescription {
  const { name, title, description, hints, input, serving } = tool;
  const full = detail === 'full';
  return {
    name,
    ...(full && { title }),
    description: full ? description : firstSentence(description),
    inputSchema: compactInputSchema(input, full ? unchanged : firstClause),
    ...(detail !== 'minimal' && { outputSchema: compactOutputSchema(serving.output) }),
    ...annotationsOf(hints),
  };
}

/** Everything about one tool, for those that need more than the list. */
export function fullDescription({ name, title, description, scope, toolset, hints, input, serving }: Tool) {
  return {
    ...{ name, title, description, scope, toolset, annotations: { ...hints } },
    input_schema: inputSchema(input),
    output_schema: outputSchema(serving.output),
  };
}

/** Where the hints differ from what clients assume; some mean nothing for a tool that only reads. */
function annotationsOf(hints: ToolHints): Pick<ToolDescription, 'annotations'> {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints;
  const annotations = {
    ...(readOnlyHint && { readOnlyHint }),
    ...(!readOnlyHint && !destructiveHint && { destructiveHint }),
    ...(!readOnlyHint && idempotentHint && { idempotentHint }),
    ...(!openWorldHint && { openWorldHint }),
  };
  return Object.keys(annotations).length === 0 ? {} : { annotations };
}

type Properties = Readonly<Record<string, { readonly description?: string }>>;

const ANY_OBJECT: ObjectSchema = { type: 'object' };

/**
 * A list in which the first tool explains an argument or an answer that later tools share.
 * @param terse whether later tools say nothing of their answer, instead of that it is an object
 */
export function withoutRepeats(tools: readonly ToolDescription[], terse = false): readonly ToolDescription[] {
  const said = new Set<string>();
  const isNew = (text: string): boolean => !said.has(text) && said.add(text) !== undefined;
  return tools.map(({ outputSchema: answer, annotations, ...tool }) => {
    const explained = Object.entries(tool.inputSchema.properties as Properties);
    const properties = explained.map(([name, { description, ...schema }]) => [
      name,
      description !== undefined && isNew(`${name}: ${description}`) ? { ...schema, description } : schema,
    ]);
    return {
      ...tool,
      inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) },
      ...(answer && answerOnce(answer, isNew(JSON.stringify(answer)), terse)),
      ...(annotations && { annotations }),
    };
  });
}

function answerOnce(
  answer: ObjectSchema,
  isNew: boolean,
  terse: boolean,
): Pick<ToolDescription, 'outputSchema'> {
  if (isNew) return { outputSchema: answer };
  return terse ? {} : { outputSchema: ANY_OBJECT };
}

const unchanged = (text: string): string => text;

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

/** Without its full stop, and without what a colon or semicolon begins. */
function firstClause(text: string): string {
  return /^.*?(?=[.:;]( |$))/.exec(text)?.[0] ?? text;
}
