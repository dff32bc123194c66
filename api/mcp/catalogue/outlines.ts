import { z } from 'zod';
import { grantEnded, requestAsked } from '../../../schemas/mcp/wallet-admin.ts';
import { controlSet, requestDecided } from '../../../schemas/rest/wallet-control.ts';
import { strategy } from '../../../schemas/strategies/answers.ts';

/** Answers that many tools give at length are listed by what a caller goes on with, and named where they stand whole. */

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

/** A shorter shape that every answer of this one has too; undefined where lists show all of it. */
export function outlineOf(output: z.ZodObject): z.ZodObject | undefined {
  return OUTLINES.get(output);
}
