import type { Olap } from '../core/olap/port.ts';
import type { Oltp } from '../core/oltp/port.ts';
import type { RunningIndexer } from '../indexer/main.ts';
import { AGENT_WALLET_ORDERS } from './agent-wallets/orders.ts';
import { exportRoute } from './archive/export-route.ts';
import { auditRoute } from './audit/route.ts';
import { coverageRoute } from './doctor/coverage-report.ts';
import { programsRoute } from './doctor/program-report.ts';
import { KEY_ORDERS } from './keys/command.ts';
import { LAUNCH_GATE_ORDERS } from './launch-gate/orders.ts';
import type { OperatorRoute } from './operator/command.ts';
import { REWARD_ORDERS } from './rewards/orders.ts';
import { rewardParts } from './rewards/parts.ts';
import type { Session } from './session.ts';
import { TREASURY_ORDERS } from './treasury/orders.ts';

const DECISION_ORDERS = [TREASURY_ORDERS, AGENT_WALLET_ORDERS, KEY_ORDERS, LAUNCH_GATE_ORDERS].flatMap(
  (orders) => Object.values(orders),
);

/** What such a process has opened. */
export interface HeldParts {
  readonly olap: Olap;
  /** Absent if it keeps no decisions. */
  readonly oltp?: Oltp;
  /** Absent if it follows no launches. */
  readonly indexer: RunningIndexer | undefined;
  /** The followed programs, by name. */
  readonly programs: ReadonlyMap<string, RunningIndexer>;
}

/** The operator commands that the process that holds a store runs. */
export function operatorRoutes(
  session: Session,
  { olap, oltp, indexer, programs }: HeldParts,
): OperatorRoute[] {
  return [
    exportRoute(session, olap),
    auditRoute(indexer?.audits, programs),
    coverageRoute(olap, session.clock),
    programsRoute(olap, [...programs.keys()], session.clock),
    ...decisionRoutes(session, { olap, oltp }),
  ];
}

/** The commands of a process that writes no index. */
export function decisionRoutes(
  session: Session,
  { olap, oltp }: { readonly olap: Olap; readonly oltp: Oltp | undefined },
): OperatorRoute[] {
  const rewards = rewardParts(session, olap, oltp && (async () => oltp));
  return [
    ...Object.values(REWARD_ORDERS).map(({ route }) => route(rewards)),
    ...(oltp ? DECISION_ORDERS.map(({ route }) => route({ ...session, olap, oltp })) : []),
  ];
}
