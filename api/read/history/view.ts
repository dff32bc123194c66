import type { OlapLane } from '../../../core/olap/port.ts';
import { currentLaunch } from '../../../core/rules/launch-order.ts';
import { isSettled, selectLaunches } from '../lists.ts';
import type { LaunchFacts, LaunchState, Stamp } from '../model.ts';
import type { LaunchDetailFacts, LaunchDetailQuestion, MirrorView, Stamped } from '../questions.ts';
import { readable, readableOnly } from '../readable.ts';
import { withBalancesAt } from './balances-at.ts';
import { detailsAt } from './details-at.ts';
import { launchAt, launchesAt } from './launches-at.ts';
import { pledgeDistribution } from './pledge-distribution.ts';
import { pledgeTotals } from './pledge-totals.ts';
import { pledgesOfWallet } from './pledges-of-wallet.ts';
import { firstPledgePages, pledgesPage } from './pledges-page.ts';
import { positionsPage } from './positions.ts';
import { type AskAt, askAt } from './query.ts';

/** Answers for an earlier slot from ClickHouse, every query bounded by one stamp's slot and revision. */
export function historyView(lane: OlapLane, stamp: Stamp, signal?: AbortSignal): MirrorView {
  return readableOnly(everything(askAt(lane, stamp, signal), stamp), stamp);
}

function everything(ask: AskAt, stamp: Stamp): MirrorView {
  const stamped = async <Facts>(facts: Promise<Facts>): Promise<Stamped<Facts>> => ({
    stamp,
    facts: await facts,
  });
  return {
    current: () => stamped(currentFacts(ask, stamp)),
    launches: (question) =>
      stamped(
        launchesAt(ask).then(async (all) => {
          const { launches, ...page } = selectLaunches(readable(all, stamp), question);
          return { ...page, launches: await withBalancesAt(ask, launches) };
        }),
      ),
    launch: (question) => stamped(detailFacts(ask, question)),
    details: (question) => stamped(detailsAt(ask, question)),
    pledges: (question) =>
      stamped(
        launchAt(ask, question.launchId).then((launch) => (launch ? pledgesPage(ask, question) : undefined)),
      ),
    firstPledgePages: (question) => stamped(firstPledgePages(ask, question)),
    distribution: (question) =>
      stamped(launchAt(ask, question.launchId).then((launch) => launch && pledgeDistribution(ask, question))),
    positions: (question) => stamped(positionsPage(ask, question)),
  };
}

async function currentFacts(ask: AskAt, stamp: Stamp): Promise<LaunchFacts | undefined> {
  const launch = currentLaunch(readable(await launchesAt(ask), stamp));
  return launch && factsOf(ask, launch);
}

async function factsOf(ask: AskAt, launch: LaunchState): Promise<LaunchFacts> {
  const [facts] = await withBalancesAt(ask, [launch]);
  return facts as LaunchFacts;
}

async function detailFacts(
  ask: AskAt,
  question: LaunchDetailQuestion,
): Promise<LaunchDetailFacts | undefined> {
  const { launchId, wallet } = question;
  const launch = await launchAt(ask, launchId);
  if (launch === undefined) return undefined;
  const [facts, totals, pledges] = await Promise.all([
    factsOf(ask, launch),
    isSettled(launch) ? pledgeTotals(ask, launch) : undefined,
    wallet === undefined ? undefined : pledgesOfWallet(ask, wallet, [launch]),
  ]);
  return { ...facts, totals, pledge: pledges?.get(launchId) };
}
