import { type ApiOptions, startApi } from '../../../api/main.ts';
import { migratePrograms } from '../../../cli/programs/start.ts';
import { startTogether } from '../../../cli/services/together.ts';
import { createFacts } from '../../../cli/stores.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger, logToFile } from '../../../core/kernel/logger.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { openRpcLimit } from '../../../core/rpc/rate-limit.ts';
import { type IndexerOptions, startIndexer } from '../../../indexer/main.ts';
import { startProgramIndexer } from '../../../indexer/program-index.ts';
import { endWithParent } from '../../support/end-with-parent.ts';
import { vault } from '../../support/vault.ts';
import { ArmedStore } from './armed-store.ts';
import { Meter } from './meter.ts';
import { PacedClock } from './paced-clock.ts';
import type { Order, Report, SubjectOptions } from './protocol.ts';

/**
 * Indexer and API in one process as `up` composes them, with the two ports injected that a run of faults needs: a
 * clock that runs as fast as the chain, and a store whose writes can be the process's last. Where every boundary of
 * writing is measured it is the indexer alone, as `index` composes it, because only that one writes.
 */
endWithParent();
const options = JSON.parse(process.argv[2] ?? '') as SubjectOptions;
const settings = settingsSchema.parse(options.settings);
const logger = createLogger(settings.LOG_LEVEL, logToFile(options.logFile));
const clock = new PacedClock(options.pace);
const shutdown = createShutdown();
const armed = new ArmedStore(options.kill);
const meter =
  options.meter && new Meter({ ...options.meter, tell: (boundary) => tell({ kind: 'boundary', boundary }) });

/** To a parent that is gone nothing is told. */
function tell(report: Report): void {
  process.send?.(report, () => undefined);
}

async function run(): Promise<void> {
  const open = (): Promise<Olap> => createFacts({ settings, logger });
  const opened = await (meter ? meter.open(open) : open());
  shutdown.onClose('the store', () => opened.close());
  const olap = armed.watch(opened);
  await migrate(olap, { logger });
  const common = { settings, olap, logger, shutdown, clock, rpcLimit: openRpcLimit(settings) };
  const serving = { ...common, pledgeBytes: options.pledgeBytes };
  const indexing: IndexerOptions = {
    ...common,
    command: 'up',
    // So small that closed accounts are looked up.
    remembered: 3,
    onCheckpoint: ({ slot, revision }) => {
      tell({ kind: 'checkpoint', slot: slot.toString(), revision: revision.toString() });
    },
  };
  const { api, indexer } = await startSubject(serving, indexing);
  tell({ kind: 'ready', url: api?.url ?? '' });
  await indexer.done;
}

async function startSubject(serving: ApiOptions, indexing: IndexerOptions) {
  if (options.subject === 'vault') return startVault(serving, indexing);
  if (meter) return { api: undefined, indexer: await startIndexer(indexing) };
  return startTogether(serving, indexing);
}

async function startVault(serving: ApiOptions, indexing: IndexerOptions) {
  const program = vault();
  await migratePrograms({ logger }, serving.olap, [program]);
  const api = await startApi({ ...serving, programs: [program] });
  const nudge = (): void => api.nudgeProgram(program.name);
  const indexer = await startProgramIndexer({
    ...{ ...indexing, program, onAudit: nudge },
    onCheckpoint: (checkpoint) => {
      indexing.onCheckpoint?.(checkpoint);
      nudge();
    },
  });
  return { api, indexer };
}

async function end(error?: unknown): Promise<never> {
  let failure = error;
  clock.slowDown();
  await shutdown.run('asked to end').catch((late: unknown) => {
    failure ??= late;
  });
  if (failure === undefined) process.exit(0);
  const code = isLaunchlensError(failure) ? failure.code : 'UNCODED';
  const report: Report = { kind: 'failed', code, detail: String((failure as Error).stack ?? failure) };
  process.send?.(report, () => process.exit(1));
  return new Promise(() => undefined);
}

process.on('message', (order: Order) => {
  if (order.kind === 'stop') {
    void end();
    return;
  }
  if (order.kind === 'kill') armed.arm(order.kill);
  else if (order.kind === 'kill-at') meter?.arm(order.boundary);
  else if (order.kind === 'step') meter?.begin(order.step);
  else clock.skip(order.ms);
  tell({ kind: 'heard' });
});
run().then(
  () => (shutdown.signal.aborted ? undefined : end(new Error('the indexer ended by itself'))),
  (error: unknown) => (shutdown.signal.aborted ? undefined : end(error)),
);
