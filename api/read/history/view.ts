import type { OlapLane } from '../../../core/olap/port.ts';
import { currentLaunch } from '../../../core/rules/launch-order.ts';
import { selectLaunches } from '../lists.ts';
import type { SettledFacts, Stamp } from '../model.ts';
import type { MirrorView, Stamped } from '../questions.ts';
import { readable, readableOnly } from '../readable.ts';
import { detailsAt } from './details-at.ts';
import { settledFactsAt } from './launch-facts-at.ts';
import { launchAt, launchesAt } from './launches-at.ts';
import { pledgeDistribution } from './pledge-distribution.ts';
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
          return { ...page, launches: await settledFactsAt(ask, launches) };
        }),
      ),
    launch: (question) =>
      stamped(
        detailsAt(ask, { ...question, launchIds: [question.launchId] }).then((details) =>
          details.get(question.launchId),
        ),
      ),
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

async function currentFacts(ask: AskAt, stamp: Stamp): Promise<SettledFacts | undefined> {
  const launch = currentLaunch(readable(await launchesAt(ask), stamp));
  if (launch === undefined) return undefined;
  const [facts] = await settledFactsAt(ask, [launch]);
  return facts;
}
