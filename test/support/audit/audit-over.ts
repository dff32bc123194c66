import { Auditor } from '../../../indexer/audit/audit.ts';
import type { AuditOutcome } from '../../../indexer/audit/outcome.ts';
import type { AuditedProgram, Mender } from '../../../indexer/audit/ports.ts';
import type { AuditorOptions, AuditStep } from '../../../indexer/audit/request.ts';
import { PROGRAM } from './busy-program.ts';
import type { AccountHistory } from './history.ts';
import { historyLane } from './history-lane.ts';
import type { HistoryNode } from './history-node.ts';

export interface AuditOverOptions extends Pick<AuditorOptions, 'onSlices'> {
  readonly node: HistoryNode;
  readonly index: AccountHistory;
  readonly slices: 1 | 256;
  readonly rollbacks?: () => bigint;
  readonly lost?: () => bigint;
  /** Called whenever the audit waits. */
  readonly onSleep?: () => void;
  /** How far the index is ahead of the node. */
  readonly ahead?: () => bigint;
  readonly mender?: Mender;
  readonly program?: AuditedProgram;
  readonly onStep?: (step: AuditStep) => void;
  readonly launchId?: bigint;
}

/** The index has what a reread of a difference waits for. */
const AHEAD = 8n;

/** One audit of a written index over a node of a written history, without stores. */
export function auditOver(options: AuditOverOptions): Promise<AuditOutcome> {
  return auditorOver(options).audit({
    launchId: options.launchId,
    onStep: options.onStep,
    mender: options.mender,
    signal: AbortSignal.timeout(60_000),
  });
}

export function auditorOver(options: AuditOverOptions): Auditor {
  const { node, index, slices, rollbacks, lost, onSlices, onSleep, program, ahead = () => AHEAD } = options;
  const covered = (): bigint => node.head + ahead();
  const lane = historyLane({ history: index, programId: PROGRAM, covered, rollbacks, lost });
  return new Auditor({
    chain: node,
    index: { lane, programId: PROGRAM, commitment: 'confirmed', program },
    ledger: lane,
    clock: { now: () => Date.now(), sleep: async () => onSleep?.() },
    slices: { always: slices > 1, perSecond: 0 },
    onSlices,
  });
}
