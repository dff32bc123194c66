import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { counted } from '../../core/kernel/counted.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type BackfillReport, createProgress } from '../../indexer/backfill/report.ts';
import { operatorName } from '../operator/protocol.ts';
import { REWARD_ORDERS } from '../rewards/orders.ts';
import { onLedger } from '../rewards/parts.ts';
import { openSession, runToEnd, type Session } from '../session.ts';
import { openOutput } from './output.ts';
import { type BackfillFlags, backfill } from './run-job.ts';

interface RewardsFlags extends BackfillFlags {
  readonly by?: string;
}

const count = z.int();
const counts = { read: count, written: count, unchanged: count, quarantined: count };
const progressSchema = z.object({ event: z.literal('progress'), ...counts });
const findingSchema = z.object({
  malformed: count,
  conflicts: count,
  refused: count,
  reject_files: z.array(z.string()),
});
const reportSchema = findingSchema
  .extend({
    event: z.literal('report'),
    job: z.string(),
    kind: z.string(),
    unit: z.string(),
    run: count,
    ...counts,
    resumed_chunks: count,
    dry_run: z.boolean(),
    seconds: z.number(),
  })
  .transform(({ event: _, resumed_chunks: resumed, dry_run: dryRun, ...line }): BackfillReport => {
    const { malformed, conflicts, refused, reject_files, ...facts } = line;
    return { ...facts, resumed, dryRun, gaps: [], finding: { malformed, conflicts, refused, reject_files } };
  });

export function rewardsCommand(): Command {
  return backfill('rewards', {
    says: 'load files of reward events into the ledger: NDJSON, CSV or Parquet',
    more:
      'Rows that cannot be loaded go into <file>.rejects.ndjson with their line and the reason, and the rest is loaded;\n' +
      'the command then exits with 1. While `launchlens up` runs, that process loads them.',
    example: 'launchlens backfill rewards accruals.ndjson prices.csv --dry-run',
  })
    .argument('<file...>', 'files ending in .ndjson, .jsonl, .csv or .parquet')
    .option('--by <name>', 'who records them (default: the user of this machine)')
    .action(async (files: readonly string[], flags: RewardsFlags) => {
      const session = openSession({ quietOnTerminal: true });
      await runToEnd(session, () => loadFiles(session, files, flags));
    });
}

async function loadFiles(session: Session, files: readonly string[], flags: RewardsFlags): Promise<number> {
  const { json, dryRun, by = operatorName() } = flags;
  const progress = createProgress();
  const output = openOutput({
    json,
    clock: session.clock,
    unit: 'events',
    progress,
    describe: (finding) => describeRejects(findingSchema.parse(finding)),
  });
  const input = { by, files: files.map((file) => resolve(file)), dry_run: dryRun };
  let report: BackfillReport | undefined;
  try {
    for await (const line of onLedger(session, REWARD_ORDERS.load, input)) {
      const step = progressSchema.safeParse(line);
      if (step.success) Object.assign(progress, step.data);
      else report = reportSchema.parse(line);
    }
  } finally {
    output.stop();
  }
  if (!report)
    throw new LaunchlensError('OPERATOR_CUT_OFF', { command: REWARD_ORDERS.load.name, pid: process.pid });
  output.report(report);
  return report.quarantined > 0 ? 1 : 0;
}

function describeRejects(found: z.output<typeof findingSchema>): string {
  const { malformed, conflicts, refused, reject_files } = found;
  if (malformed + conflicts + refused === 0) return '';
  const parts = [
    counted(malformed, 'malformed row'),
    counted(conflicts, 'conflict'),
    counted(refused, 'price before the mint', 'prices before the mint'),
  ];
  return `  not loaded   ${parts.join(', ')}${reject_files.map((file) => `\n  rejects      ${file}`).join('')}`;
}
