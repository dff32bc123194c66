import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { openAuditor } from '../../indexer/audits.ts';
import { requireChain, requireNode } from '../../indexer/chain-settings.ts';
import { startIndexer } from '../../indexer/main.ts';
import { openProgramAuditor, startProgramIndexer } from '../../indexer/program-index.ts';
import {
  type AuditReport,
  type AuditStepLine,
  auditReport,
  auditStep,
} from '../../schemas/cli/audit-report.ts';
import { callOperator, findOperator, type Operator } from '../operator/call.ts';
import { CONFIG_FILE, wrong } from '../programs/config-file.ts';
import { openPrograms } from '../programs/open.ts';
import type { Session } from '../session.ts';
import { openFacts } from '../stores.ts';
import { reportOf, stepLine } from './report.ts';
import { AUDIT_COMMAND } from './route.ts';

export interface AuditOrder {
  readonly launchId: bigint | undefined;
  readonly repair: boolean;
  /** A followed program, by name; by default the launches. */
  readonly program?: string | undefined;
  /** Where it is configured. */
  readonly config?: string | undefined;
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
  { launchId, repair, program, onStep, signal }: AuditOrder,
): Promise<AuditReport> {
  const input = { launch_id: launchId?.toString() ?? null, repair, program: program ?? null };
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
  const program = await auditedProgramOf(session, order);
  if (!program) requireNode(settings, AUDIT_COMMAND);
  const options = {
    settings,
    clock,
    rpcLimit,
    olap: await openFacts(session),
    command: AUDIT_COMMAND,
    signal: order.signal,
  };
  const auditor = program ? await openProgramAuditor(options, program) : await openAuditor(options);
  const { launchId, onStep, signal } = order;
  const outcome = await auditor.audit({ launchId, signal, onStep: (step) => onStep(stepLine(step)) });
  return reportOf(outcome, program?.name);
}

/**
 * The configured program that an order names, or the only one where no launches are followed; undefined for the launches.
 * @throws PROGRAM_WRONG
 */
async function auditedProgramOf(
  session: Session,
  { program: name, config }: AuditOrder,
): Promise<Program | undefined> {
  if (name === undefined && session.settings.ESCROW_PROGRAM_ID !== undefined) return undefined;
  const programs = await openPrograms(session, { ...(config !== undefined && { config }) }, AUDIT_COMMAND);
  if (name === undefined && programs.length < 2) return programs[0];
  const program = programs.find((one) => one.name === name);
  if (program) return program;
  const listed = programs.map((one) => one.name).join(', ') || 'none';
  throw wrong('--program', `it must name a program of ${config ?? CONFIG_FILE}, which has ${listed}`);
}

async function auditHere(session: Session, order: AuditOrder): Promise<AuditReport> {
  const { settings, clock, rpcLimit, logger, shutdown } = session;
  const program = await auditedProgramOf(session, order);
  if (!program) requireChain(settings, AUDIT_COMMAND);
  const olap = await openFacts(session);
  const following = {
    settings: { ...settings, AUDIT_INTERVAL_SECONDS: 0 },
    command: AUDIT_COMMAND,
    olap,
    clock,
    rpcLimit,
    logger,
    shutdown,
  };
  const indexer = await (program ? startProgramIndexer({ ...following, program }) : startIndexer(following));
  const { onStep, ...request } = order;
  const audited = indexer.audits.audit({
    ...request,
    onStep: (step) => onStep(stepLine(step)),
  });
  const ended = indexer.done.then(() => {
    throw new LaunchlensError('OPERATOR_CUT_OFF', { command: AUDIT_COMMAND, pid: process.pid });
  });
  return reportOf(await Promise.race([audited, ended]), program?.name);
}
