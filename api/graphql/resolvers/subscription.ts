import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { changedIn } from '../../actions/programs/changes.ts';
import { typeNamed } from '../../actions/programs/find.ts';
import type { Pin } from '../../read/rollbacks.ts';
import { type ProgramStep, type ProgramTopic, programSteps } from '../live/program-steps.ts';
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

interface OfProgram extends Since {
  readonly program: string;
  readonly type?: string | null;
  readonly address?: Pubkey | null;
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
  programChanged: {
    subscribe: (_root: unknown, { program, type, address, sinceSlot }: OfProgram, live: LiveContext) => {
      const reads = live.programs.reads(program);
      const of = { type: type ? typeNamed(reads, type).name : undefined, address: address ?? undefined };
      const topic: ProgramTopic<true> = {
        ...{ reads, question: JSON.stringify(of), since: sinceOf(live, sinceSlot) },
        tell: async (between) => {
          const changed = await changedIn(reads, between, of);
          return changed === false ? null : changed;
        },
      };
      return programSteps(live.programs, topic, live.client);
    },
    resolve: ({ scope }: ProgramStep<true>) => scope.requestSource,
  },
};

/** A client that reconnects repeats its first request, so the last event it saw is newer. */
export function sinceOf({ lastEventId }: LiveContext, sinceSlot: bigint | null | undefined): Pin | undefined {
  if (sinceSlot === undefined || sinceSlot === null) return lastEventId;
  if (lastEventId === undefined) return { slot: sinceSlot, rollback: 0n };
  return sinceSlot > lastEventId.slot ? { ...lastEventId, slot: sinceSlot } : lastEventId;
}
