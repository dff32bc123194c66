import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchRow, withinLimit } from '../support/row.ts';
import type { Measurement, ServerQuestion } from './server.ts';

const PLEDGES = Number(process.env.BENCH_EXPORT_PLEDGES ?? 400_000);
const LAUNCH = '/api/v1/ilo/launches/7';
/** As objects, 400,000 pledges take some 600 MB. The engine in the process takes its share of the growth too. */
const MOST_GROWN_MB = 400;
const LONGEST_WORK_MS = 100;

const READS = {
  'export as CSV': ['/pledges.csv'],
  'export as NDJSON': ['/pledges.ndjson'],
  'export as Parquet': ['/pledges.parquet'],
  'largest pledge and distribution': ['/pledges/?order_by=amount_desc&limit=1', '/distribution/'],
} as const;

/** What reads of every pledge cost other readers, against fixed limits. */
export async function benchExports(): Promise<BenchRow[]> {
  const execArgv = [...process.execArgv, '--expose-gc'];
  const server = fork(join(import.meta.dirname, 'server.ts'), [String(PLEDGES)], { execArgv });
  try {
    const [port] = (await once(server, 'message')) as [number];
    const rows: BenchRow[] = [];
    for (const [name, paths] of Object.entries(READS)) {
      rows.push(...(await measured(server, `http://127.0.0.1:${port}${LAUNCH}`, name, paths)));
    }
    return rows;
  } finally {
    tell(server, 'stop');
    await once(server, 'exit');
  }
}

async function measured(
  server: ChildProcess,
  url: string,
  name: string,
  paths: readonly string[],
): Promise<BenchRow[]> {
  tell(server, 'begin');
  await Promise.all(paths.map((path) => drain(url + path)));
  tell(server, 'end');
  const [{ grownMb, longestWorkMs }] = (await once(server, 'message')) as [Measurement];
  const what = `${name}, ${PLEDGES.toLocaleString('en')} pledges`;
  return [
    withinLimit(`longest work in one go, ${what}`, 'ms', longestWorkMs, LONGEST_WORK_MS),
    withinLimit(`memory grown, ${what}`, 'MB', grownMb, MOST_GROWN_MB),
  ];
}

async function drain(url: string): Promise<void> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  for await (const _chunk of response.body ?? []);
}

function tell(server: ChildProcess, question: ServerQuestion): void {
  server.send(question);
}
