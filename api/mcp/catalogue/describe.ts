import type { ToolHints } from './hints.ts';
import {
  compactInputSchema,
  ERROR_SCHEMA,
  inputSchema,
  type ObjectSchema,
  outputSchema,
} from './json-schema.ts';
import { outlineOf } from './outlines.ts';
import type { Tool } from './tool.ts';

/** A tool as tools/list shows it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Omitted in compact lists. */
  readonly outputSchema?: ObjectSchema;
  readonly annotations: ToolHints & { readonly title?: string };
  readonly _meta?: Readonly<Record<`launchlens/${string}`, unknown>>;
}

/** What a list says once for all of its tools: the structured content of a failed call. */
export const LIST_META: ToolDescription['_meta'] = { 'launchlens/error': ERROR_SCHEMA };

/** Converting zod to JSON Schema takes a tenth of a millisecond per tool: done once, not per session or list. */
export function describeTool(tool: Tool): ToolDescription {
  const { name, title, description, hints, input, serving } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    outputSchema: outputSchema(serving.outline ?? outlineOf(serving.output) ?? serving.output),
    annotations: { title, ...hints },
    _meta: {
      'launchlens/scope': tool.scope,
      'launchlens/toolset': tool.toolset,
    },
  };
}

/** The same in as few words as possible, for models with a small context. */
export function describeCompactly({ name, title, description, hints, input }: Tool): ToolDescription {
  return {
    name,
    title,
    description: firstSentence(description),
    inputSchema: compactInputSchema(input),
    annotations: hints,
  };
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}
