import type { Command } from 'commander';
import { renderReport, renderStep } from '../audit/render.ts';
import { exitCodeOf } from '../audit/report.ts';
import { auditOnce } from '../audit/run.ts';
import { reportFailure } from '../failure.ts';
import { command, parseU64Of } from '../options.ts';
import { openSession } from '../session.ts';

interface AuditFlags {
  readonly launchId?: bigint;
  readonly json: boolean;
  readonly repair: boolean;
  readonly program?: string;
  readonly config?: string;
}

const NOT_COMPARED = 2;

export function auditCommand(): Command {
  return command('audit', {
    more:
      'Exits with 0 if the index is equal to the chain, every escrow invariant holds and the treasury paid every reward\n' +
      'record marked as paid, with 1 if something is wrong, and with 2 if something could not be checked.',
    example: 'launchlens audit --launch-id 1',
  })
    .option('--launch-id <id>', 'compare the accounts of one launch only', parseU64Of('a launch id'))
    .option('--program <name>', 'compare the accounts of this followed program')
    .option('--config <file>', 'with --program: where it is configured (default: launchlens.toml)')
    .option('--json', 'print the report as one line of JSON', false)
    .option('--repair', 'write the chain’s state into the index where they differ', false)
    .action(async (flags: AuditFlags) => {
      process.exitCode = await run(flags);
    });
}

async function run({ launchId, json, repair, program, config }: AuditFlags): Promise<number> {
  const session = openSession({ quietOnTerminal: true });
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupted.abort());
  const progress = startProgress(process.stderr);
  try {
    const report = await auditOnce(session, {
      launchId,
      repair,
      program,
      config,
      signal: interrupted.signal,
      onStep: (step) => progress.show(renderStep(step)),
    });
    progress.clear();
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : renderReport(report));
    return exitCodeOf(report);
  } catch (error) {
    progress.clear();
    reportFailure(error);
    return NOT_COMPARED;
  } finally {
    await session.shutdown.run('the audit is over').catch(reportFailure);
  }
}

/** On a terminal, one line that says what the audit waits for. */
function startProgress(stream: NodeJS.WriteStream) {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(`\r\x1b[2K${text}`);
  };
  return { show: write, clear: () => write('') };
}
