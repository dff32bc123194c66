import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { openAuditor } from '../../indexer/audits.ts';
import { requireChain, requireNode } from '../../indexer/chain-settings.ts';
import { startIndexer } from '../../indexer/main.ts';
import {
  type AuditReport,
  type AuditStepLine,
  auditReport,
  auditStep,
} from '../../schemas/cli/audit-report.ts';
import { callOperator, findOperator, type Operator } from '../operator/call.ts';
import type { Session } from '../session.ts';
import { openFacts } from '../stores.ts';
import { reportOf, stepLine } from './report.ts';
import { AUDIT_COMMAND } from './route.ts';

export interface AuditOrder {
  readonly launchId: bigint | undefined;
  readonly repair: boolean;
  readonly onStep: (step: AuditStepLine) => void;
  readonly signal: AbortSignal;
}

/**
 * Audits where the index is: in the process that holds the embedded store; next to the process that writes to a server; or
 * here, over an embedded store that no process holds, which follows the chain until the audit ends.
 */
export async function auditOnce(session: Session, order: AuditOrder): Promise<AuditReport> {
  const { settings } = session;
  if (settings.CLICKHOUSE_URL !== undefined) return auditServer(session, order);
  const operator = await findOperator(settings.DATA_DIR);
  return operator ? auditOver(operator, order) : auditHere(session, order);
}

async function auditOver(
  operator: Operator,
  { launchId, repair, onStep, signal }: AuditOrder,
): Promise<AuditReport> {
  const input = { launch_id: launchId?.toString() ?? null, repair };
  for await (const line of callOperator(operator, { name: AUDIT_COMMAND, input, signal })) {
    const step = auditStep.safeParse(line);
    if (!step.success) return auditReport.parse(line);
    onStep(step.data);
  }
  throw new LaunchlensError('OPERATOR_CUT_OFF', { command: AUDIT_COMMAND, pid: operator.pid });
}

async function auditServer(session: Session, order: AuditOrder): Promise<AuditReport> {
  if (order.repair) throw new LaunchlensError('AUDIT_REPAIRS_ELSEWHERE', {});
  const { settings, clock, rpcLimit } = session;
  requireNode(settings, AUDIT_COMMAND);
  const auditor = await openAuditor({
    settings,
    clock,
    rpcLimit,
    olap: await openFacts(session),
    command: AUDIT_COMMAND,
    signal: order.signal,
  });
  const { launchId, onStep, signal } = order;
  return reportOf(await auditor.audit({ launchId, signal, onStep: (step) => onStep(stepLine(step)) }));
}

async function auditHere(session: Session, order: AuditOrder): Promise<AuditReport> {
  const { settings, clock, rpcLimit, logger, shutdown } = session;
  requireChain(settings, AUDIT_COMMAND);
  const olap = await openFacts(session);
  const indexer = await startIndexer({
    settings: { ...settings, AUDIT_INTERVAL_SECONDS: 0 },
    command: AUDIT_COMMAND,
    olap,
    clock,
    rpcLimit,
    logger,
    shutdown,
  });
  const { onStep, ...request } = order;
  const audited = indexer.audits.audit({
    ...request,
    onStep: (step) => onStep(stepLine(step)),
  });
  const ended = indexer.done.then(() => {
    throw new LaunchlensError('OPERATOR_CUT_OFF', { command: AUDIT_COMMAND, pid: process.pid });
  });
  return reportOf(await Promise.race([audited, ended]));
}
