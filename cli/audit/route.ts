import { z } from 'zod';
import { parseU64 } from '../../core/kernel/u64.ts';
import type { AuditService } from '../../indexer/audit/service.ts';
import type { AuditReport, AuditStepLine } from '../../schemas/cli/audit-report.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import { reportOf, stepLine } from './report.ts';

export const AUDIT_COMMAND = 'audit';

const auditInput = z.strictObject({
  launch_id: z
    .string()
    .regex(/^(0|[1-9][0-9]{0,19})$/)
    .nullable(),
  repair: z.boolean(),
});

/** The `audit` command, run by the process that writes the index. */
export function auditRoute(audits: AuditService): OperatorRoute {
  return operatorRoute({
    name: AUDIT_COMMAND,
    input: auditInput,
    run: (input, signal) => auditLines(audits, input, signal),
  });
}

async function* auditLines(
  audits: AuditService,
  { launch_id, repair }: z.output<typeof auditInput>,
  signal: AbortSignal,
): AsyncGenerator<AuditStepLine | AuditReport> {
  const steps: AuditStepLine[] = [];
  let progress = Promise.withResolvers<'step'>();
  const outcome = audits.audit({
    launchId: launch_id === null ? undefined : parseU64('launch_id', launch_id),
    repair,
    signal,
    onStep: (step) => {
      steps.push(stepLine(step));
      progress.resolve('step');
    },
  });
  outcome.catch(() => undefined);
  while ((await Promise.race([progress.promise, outcome])) === 'step') {
    progress = Promise.withResolvers();
    yield* steps.splice(0);
  }
  yield* steps.splice(0);
  yield reportOf(await outcome);
}
