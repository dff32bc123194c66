import type { Pin } from '../../read/rollbacks.ts';
import type { LiveStep } from '../live/step.ts';
import type { LiveContext } from '../live/subscribe.ts';
import type { Scope } from '../request/scope.ts';
import { requireU64 } from '../request/sizes.ts';
import { launchNode } from './nodes.ts';

interface Since {
  readonly sinceSlot?: bigint | null;
}

interface OfLaunch extends Since {
  readonly launchId: bigint;
}

export const subscriptionResolvers = {
  launchChanged: {
    subscribe: (_root: unknown, { launchId, sinceSlot }: OfLaunch, live: LiveContext) =>
      live.follow({ launchId: requireU64('launchId', launchId), since: sinceOf(live, sinceSlot) }),
    resolve: async ({ slot }: LiveStep, { launchId }: OfLaunch, scope: Scope) => {
      const detail = await scope.details.load({ launchId, slot });
      return detail && launchNode(detail.body.launch, detail.stamp, scope);
    },
  },
  sourceChanged: {
    subscribe: (_root: unknown, { sinceSlot }: Since, live: LiveContext) =>
      live.follow({ since: sinceOf(live, sinceSlot) }),
    resolve: (_step: LiveStep, _none: unknown, scope: Scope) => scope.requestSource,
  },
};

/** A client that reconnects repeats its first request, so the last event it saw is newer. */
function sinceOf({ lastEventId }: LiveContext, sinceSlot: bigint | null | undefined): Pin | undefined {
  if (sinceSlot === undefined || sinceSlot === null) return lastEventId;
  if (lastEventId === undefined) return { slot: sinceSlot, rollback: 0n };
  return sinceSlot > lastEventId.slot ? { ...lastEventId, slot: sinceSlot } : lastEventId;
}
