import type { Olap } from '../core/olap/port.ts';
import type { Oltp } from '../core/oltp/port.ts';
import type { RunningIndexer } from '../indexer/main.ts';
import { agentWalletRoutes } from './agent-wallets/routes.ts';
import { exportRoute } from './archive/export-route.ts';
import { auditRoute } from './audit/route.ts';
import { coverageRoute } from './doctor/coverage-report.ts';
import { keyRoutes } from './keys/routes.ts';
import { launchGateRoutes } from './launch-gate/routes.ts';
import type { OperatorRoute } from './operator/command.ts';
import { rewardParts } from './rewards/parts.ts';
import { rewardRoutes } from './rewards/routes.ts';
import type { Session } from './session.ts';
import { treasuryRoutes } from './treasury/routes.ts';

/** What such a process has opened. */
export interface HeldParts {
  readonly olap: Olap;
  /** Absent if it keeps no decisions. */
  readonly oltp?: Oltp;
  readonly indexer: RunningIndexer;
}

/** The operator commands that the process that holds a store runs. */
export function operatorRoutes(session: Session, { olap, oltp, indexer }: HeldParts): OperatorRoute[] {
  return [
    exportRoute(session, olap),
    auditRoute(indexer.audits),
    coverageRoute(olap.reader, session.clock),
    ...decisionRoutes(session, { olap, oltp }),
  ];
}

/** The commands of a process that writes no index. */
export function decisionRoutes(
  session: Session,
  { olap, oltp }: { readonly olap: Olap; readonly oltp: Oltp | undefined },
): OperatorRoute[] {
  return [
    ...rewardRoutes(rewardParts(session, olap, oltp && (async () => oltp))),
    ...(oltp ? treasuryRoutes(session, { olap, oltp }) : []),
    ...(oltp ? agentWalletRoutes(session, { olap, oltp }) : []),
    ...(oltp ? keyRoutes(session, { olap, oltp }) : []),
    ...(oltp ? launchGateRoutes(session, { olap, oltp }) : []),
  ];
}
