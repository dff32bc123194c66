import type { OlapLane } from '../../../core/olap/port.ts';
import { launchAt } from '../history/launch-at.ts';
import { askAt } from '../history/query.ts';
import type { Stamp } from '../model.ts';
import { accountAt } from './account-at.ts';
import { auditDifferences } from './audit-differences.ts';
import { auditsPage } from './audits.ts';
import { coveragePage } from './coverage-page.ts';
import { flowsPage } from './flows.ts';
import { mintDecimals } from './mint-decimals.ts';
import type { MirrorRecords } from './questions.ts';
import { raiseCurve } from './raise-curve.ts';

export interface RecordLanes {
  readonly lane: OlapLane;
  /** For questions that look through whole tables. */
  readonly scanner: OlapLane;
}

/** The records at one stamp, every query bounded by its slot and revision. */
export function recordsAt({ lane, scanner }: RecordLanes, stamp: Stamp, signal?: AbortSignal): MirrorRecords {
  const ask = askAt(lane, stamp, signal);
  const ofLaunch = async <Facts>(
    launchId: bigint,
    read: () => Promise<Facts>,
  ): Promise<Facts | undefined> => {
    if (await launchAt(ask, launchId)) return read();
    stamp.unreadable?.requireNoLaunch(launchId);
    return undefined;
  };
  return {
    raiseCurve: async (question) => {
      stamp.unreadable?.requireLaunch(question.launchId);
      return ofLaunch(question.launchId, () => raiseCurve(ask, question));
    },
    flows: (question) => ofLaunch(question.launchId, () => flowsPage(ask, stamp.slot, question)),
    coverage: (question) => coveragePage(ask, question),
    audits: (question) => auditsPage(ask, question),
    auditDifferences: (question) => auditDifferences(ask, question),
    mintDecimals: (mints) => mintDecimals(ask, mints),
    account: async (address) => {
      stamp.unreadable?.requireAccount(address);
      return accountAt(askAt(scanner, stamp, signal), address);
    },
  };
}
