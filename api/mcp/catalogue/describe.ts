import { z } from 'zod';
import { grantEnded, requestAsked } from '../../../schemas/mcp/wallet-admin.ts';
import { controlSet, requestDecided } from '../../../schemas/rest/wallet-control.ts';
import { strategy } from '../../../schemas/strategies/answers.ts';
import {
  compactInputSchema,
  ERROR_SCHEMA,
  inputSchema,
  type ObjectSchema,
  outputSchema,
} from './json-schema.ts';
import type { Tool, ToolHints } from './tool.ts';

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

/** Long answers shared by many tools are listed in a short form, which names the tool with the full schema. */

const control = z.looseObject({}).meta({ description: 'As get_wallet_policy answers.' });
const request = z
  .looseObject({ id: z.string(), status: z.string(), message: z.string() })
  .meta({ description: 'As list_owner_requests answers.' });

const strategyOutline = z
  .looseObject({
    ...{ strategy_id: z.string(), status: z.string(), version: z.int(), executes: z.boolean() },
  })
  .meta({ description: 'The strategy, as get_strategy answers.' });

const OUTLINES: ReadonlyMap<z.ZodObject, z.ZodObject> = new Map<z.ZodObject, z.ZodObject>([
  [controlSet, z.looseObject({ status: controlSet.shape.status, control, request: request.nullable() })],
  [requestAsked, z.looseObject({ request })],
  [requestDecided, z.looseObject({ request, control })],
  [grantEnded, z.looseObject({ control })],
  [strategy, strategyOutline],
]);

/** A shorter shape that every answer also has; undefined if lists show all of it. */
export function outlineOf(output: z.ZodObject): z.ZodObject | undefined {
  return OUTLINES.get(output);
}
