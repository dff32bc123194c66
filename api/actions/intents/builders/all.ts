import type { TransactionBuilder } from '../draft.ts';
import type { BuilderContext } from './context.ts';
import { pledgeBuilder } from './pledge.ts';
import { takeOutBuilder } from './take-out.ts';
import { transferBuilder } from './transfer.ts';

/** Our own builders by name, together with those of venues. */
export function buildersOf(
  context: BuilderContext,
  others: readonly TransactionBuilder[] = [],
): ReadonlyMap<string, TransactionBuilder> {
  const own = [
    pledgeBuilder(context),
    takeOutBuilder(context, 'claim'),
    takeOutBuilder(context, 'refund'),
    transferBuilder(context),
  ];
  return new Map([...own, ...others].map((builder) => [builder.name, builder]));
}
