import type { LaunchDetailFacts, LaunchDetailsQuestion } from '../questions.ts';
import { settledFactsAt } from './launch-facts-at.ts';
import { launchesById } from './launches-at.ts';
import { pledgesOfWallet } from './pledges-of-wallet.ts';
import type { AskAt } from './query.ts';

/** The details of several launches in as many queries as those of one take. */
export async function detailsAt(
  ask: AskAt,
  { launchIds, wallet }: LaunchDetailsQuestion,
): Promise<ReadonlyMap<bigint, LaunchDetailFacts>> {
  const launches = await launchesById(ask, launchIds);
  if (launches.length === 0) return new Map();
  const [facts, pledges] = await Promise.all([
    settledFactsAt(ask, launches),
    wallet === undefined ? undefined : pledgesOfWallet(ask, wallet, launches),
  ]);
  return new Map(
    facts.map((fact) => {
      const { launchId } = fact.launch;
      return [launchId, { ...fact, pledge: pledges?.get(launchId) }];
    }),
  );
}
