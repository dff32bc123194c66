import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createRewardLedger } from '../../../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../../../core/ledger/port.ts';
import { ledgerReach } from '../../../../core/ledger/reach.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { createProgress } from '../../../../indexer/backfill/report.ts';
import { runBackfill } from '../../../../indexer/backfill/run.ts';
import { openRewardFiles } from '../../../../indexer/jobs/rewards/files.ts';
import { rewardsJob } from '../../../../indexer/jobs/rewards/job.ts';
import { wallets } from '../../../core/rules/reward-arbitraries.ts';
import { openMigrated } from '../../../support/migrated-store.ts';

const logger = pino({ level: 'silent' });
const [wallet] = wallets;
const AT = '2026-10-01T00:00:00Z';
const accrued = (id: number, amount = 5) =>
  `{"kind":"accrued","record_id":${id},"program":"season","wallet":"${wallet}","at":"${AT}","amount_base_units":${amount}}`;

let directory = '';
let olap: Olap;
let ledger: RewardLedger;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'launchlens-rewards-job-'));
  olap = await openMigrated({ dataDir: join(directory, 'store'), logger });
  ledger = createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => true });
});
afterAll(async () => {
  await ledger.close();
  await olap.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['reward_events', 'reward_events_by_wallet', 'reward_checkpoints', 'backfill_chunks'])
    await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
});

interface Run {
  readonly over?: RewardLedger;
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

async function load(path: string, { over = ledger, dryRun = false, signal }: Run = {}) {
  const until = signal ?? new AbortController().signal;
  const files = await openRewardFiles([path], until);
  const job = rewardsJob({ ledger: over, files, clock: systemClock, by: 'test', rowsPerChunk: 4 });
  const parts = { job, olap, clock: systemClock, logger, dryRun, signal: until, progress: createProgress() };
  return runBackfill(parts);
}

async function file(name: string, lines: readonly string[]): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

const events = async () => (await ledgerReach(olap.reader)).events;

describe('a backfill of reward events', () => {
  test('loads what is right, and puts the rest into a file with line and reason', async () => {
    const referral = accrued(7).replace('season', 'referral').replace(':5}', ':null}');
    const path = await file('mixed.ndjson', [
      ...[accrued(1), accrued(2), 'nonsense', accrued(3), accrued(4), accrued(2, 6), referral],
      `{"kind":"priced","record_id":7,"at":"${AT}","amount_base_units":9}`,
    ]);
    const report = await load(path);
    expect(report).toMatchObject({ read: 8, written: 5, unchanged: 0, quarantined: 3 });
    const rejects = `${path}.rejects.ndjson`;
    expect(report.finding).toEqual({ malformed: 1, conflicts: 1, refused: 1, reject_files: [rejects] });
    const lines = (await readFile(rejects, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { line: 3, why: 'malformed', reason: 'it is not JSON' },
      { line: 6, why: 'conflicts', reason: 'amount_base_units is 5 in the ledger' },
      { line: 8, why: 'refused', reason: 'nothing of programme referral is priced before the mint' },
    ]);
    expect(await events()).toBe(5n);
  });

  test('changes nothing when it runs twice', async () => {
    const path = await file('twice.ndjson', [accrued(1), accrued(2)]);
    await load(path);
    expect(await load(path)).toMatchObject({ written: 0, unchanged: 2, quarantined: 0 });
    expect(await events()).toBe(2n);
  });

  test('counts without a trace in a dry run', async () => {
    const path = await file('dry.ndjson', [accrued(1), 'nonsense']);
    expect(await load(path, { dryRun: true })).toMatchObject({ written: 1, quarantined: 1, dryRun: true });
    await expect(readFile(`${path}.rejects.ndjson`)).rejects.toThrow('ENOENT');
    expect(await events()).toBe(0n);
  });

  test('goes on where it was cut off, and keeps what it had rejected before', async () => {
    // Given a load that is cut off in its second chunk
    const lines = Array.from({ length: 10 }, (_, n) => accrued(n));
    const path = await file('cut.ndjson', ['nonsense', ...lines]);
    const stopping = new AbortController();
    let chunks = 0;
    const cut: RewardLedger = {
      ...ledger,
      append: async (batch, options) => {
        chunks += 1;
        if (chunks === 2) stopping.abort();
        options.signal?.throwIfAborted();
        return ledger.append(batch, options);
      },
    };
    await expect(load(path, { over: cut, signal: stopping.signal })).rejects.toMatchObject({
      code: 'BACKFILL_INTERRUPTED',
    });
    expect(await events()).toBe(3n);

    // When it is run again
    const report = await load(path);

    // Then it does only the rest, and its report is that of the whole
    expect(report).toMatchObject({ resumed: 1, read: 11, written: 10, quarantined: 1 });
    expect((await readFile(`${path}.rejects.ndjson`, 'utf8')).trim().split('\n')).toHaveLength(1);
    expect(await events()).toBe(10n);
  });

  test('refuses files of other names, and files that are not there', async () => {
    for (const name of ['rewards.txt', 'missing.ndjson']) {
      const opened = openRewardFiles([join(directory, name)], new AbortController().signal);
      await expect(opened).rejects.toMatchObject({ code: 'REWARD_FILE_UNREADABLE', exit: 2 });
    }
  });
});
