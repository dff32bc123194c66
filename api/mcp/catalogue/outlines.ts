import { z } from 'zod';
import { grantEnded, requestAsked } from '../../../schemas/mcp/wallet-admin.ts';
import { controlSet, requestDecided } from '../../../schemas/rest/wallet-control.ts';
import { strategy } from '../../../schemas/strategies/answers.ts';

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
