import type { ComponentName } from '../../../schemas/rest/components.ts';
import type { Caller } from '../../access/caller.ts';
import type { RewardsContext } from '../../actions/rewards/context.ts';
import type { Parameters, Values } from '../route.ts';

/** One read of rewards, declared: what it takes, what it answers, which action answers it. */
export interface RewardsRouteDeclaration<Query extends Parameters> {
  /** Below the base path, with the trailing slash. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly queryParameters: Query;
  readonly answer: ComponentName;
  readonly example: unknown;
  readonly handle: (context: RewardsContext, caller: Caller, values: Values<Query>) => Promise<unknown>;
}

export type RewardsRoute = Omit<RewardsRouteDeclaration<Parameters>, 'handle'> & {
  readonly handle: (
    context: RewardsContext,
    caller: Caller,
    values: Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
};

/** Checks a declaration and forgets the types of its parameters, so that routes of all kinds fit one list. */
export function defineRewardsRoute<Query extends Parameters>(
  declaration: RewardsRouteDeclaration<Query>,
): RewardsRoute {
  // Sound because values are made only by parsing with the same declaration.
  return declaration as unknown as RewardsRoute;
}
