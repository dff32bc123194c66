import type { Olap } from '../core/olap/port.ts';
import type { RunningIndexer } from '../indexer/main.ts';
import { exportRoute } from './archive/export-route.ts';
import { auditRoute } from './audit/route.ts';
import { coverageRoute } from './doctor/coverage-report.ts';
import type { OperatorRoute } from './operator/command.ts';
import type { Session } from './session.ts';

/** What the process that holds a store carries out for operators' commands. */
export function operatorRoutes(session: Session, olap: Olap, { audits }: RunningIndexer): OperatorRoute[] {
  return [exportRoute(session, olap), auditRoute(audits), coverageRoute(olap.reader, session.clock)];
}
