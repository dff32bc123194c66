import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
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
  program: z.string().nullable().default(null),
});

/** The `audit` command, run by the process that writes the index. */
export function auditRoute(
  launches: AuditService | undefined,
  programs: ReadonlyMap<string, { readonly audits: AuditService }>,
): OperatorRoute {
  return operatorRoute({
    name: AUDIT_COMMAND,
    input: auditInput,
    run: (input, signal) => {
      // Where only one program is followed, it needs no name.
      const [only] = launches === undefined && programs.size === 1 ? programs.keys() : [];
      const program = input.program ?? only ?? null;
      const audits = program === null ? launches : programs.get(program)?.audits;
      if (!audits) throw new LaunchlensError('PROGRAM_UNKNOWN', { what: whatOf(program, programs) });
      return auditLines(audits, { ...input, program }, signal);
    },
  });
}

function whatOf(program: string | null, programs: ReadonlyMap<string, unknown>): string {
  const others = programs.size === 0 ? '' : `, only the programs ${[...programs.keys()].join(', ')}`;
  return program === null ? `no launches${others}` : `no program named "${program}"${others}`;
}

async function* auditLines(
  audits: AuditService,
  { launch_id, repair, program }: z.output<typeof auditInput>,
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
  yield reportOf(await outcome, program ?? undefined);
}
