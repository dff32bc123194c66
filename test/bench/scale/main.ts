import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { IndexBuilder } from '../../support/index-builder.ts';
import { exitOnSignals, ownTemporaryDirectory } from '../../support/own-temporary-directory.ts';
import { describeMachine } from '../support/machine.ts';
import { drawPlots } from './draw.ts';
import { commit, grow, ingest } from './fill.ts';
import { measure } from './measure.ts';
import { PAGE, POINTS, type Point, pageOf, readPoints } from './page.ts';
import { type Servers, withServers } from './servers.ts';

const USAGE = `npm run scale -- [--versions N,...] [--shards N,...]

Grows an index of generated pledges on real ClickHouse servers of this machine, measures it at each size, and writes
docs/scale.md with its plots. A hundred million versions take some 20 GB of disk and half an hour for each number of shards.

  --versions  sizes, the smallest first; 10000,100000,1000000,10000000 by default
  --shards    numbers of servers that the index is spread over; 1,2,4 by default
  --directory keeps the rows there, and goes on with those of an earlier run with as many shards
  --grow      only grows, for a later run that measures
  --draw      only draws the page and the plots again, from what was measured
`;

const { values } = parseArgs({
  options: {
    versions: { type: 'string', default: '10000,100000,1000000,10000000' },
    shards: { type: 'string', default: '1,2,4' },
    directory: { type: 'string' },
    grow: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const numbers = (list: string): number[] => list.split(',').map(Number);

async function run(): Promise<void> {
  for (const shards of numbers(values.shards)) {
    const directory = values.directory && join(values.directory, `${shards}`);
    if (directory) mkdirSync(directory, { recursive: true });
    await withServers(shards, directory, (servers) => growAndMeasure(servers, shards, directory));
  }
}

async function growAndMeasure(
  servers: Servers,
  shards: number,
  directory: string | undefined,
): Promise<void> {
  const index = new IndexBuilder(servers.olap);
  const note = directory && join(directory, 'grown.json');
  let { versions: from, revision } = grownOf(note);
  if (from === 0) await index.reset();
  index.revision = BigInt(revision);
  for (const versions of numbers(values.versions)) {
    process.stderr.write(`${versions} versions on ${shards} ...\n`);
    if (versions > from) await grow(servers.olap, index, from, versions);
    from = Math.max(from, versions);
    if (!values.grow) {
      const rowsPerSecond = await ingest(servers.olap, versions);
      const commitMs = await commit(servers.olap, index, versions);
      keep({ versions, shards, rowsPerSecond, commitMs, ...(await measure(servers, versions)) });
    }
    if (note) writeFileSync(note, JSON.stringify({ versions: from, revision: Number(index.revision) }));
  }
}

const grown = z.object({ versions: z.int(), revision: z.int() });

function grownOf(note: string | undefined): z.output<typeof grown> {
  if (!note || !existsSync(note)) return { versions: 0, revision: 0 };
  return grown.parse(JSON.parse(readFileSync(note, 'utf8')));
}

/** In place of an older measurement of the same size on as many shards. */
function keep(point: Point): void {
  const { points } = readPoints();
  const others = points.filter(
    ({ versions, shards }) => versions !== point.versions || shards !== point.shards,
  );
  const all = [...others, point].sort((a, b) => a.shards - b.shards || a.versions - b.versions);
  process.stderr.write(`${JSON.stringify(point)}\n`);
  writeFileSync(POINTS, `${JSON.stringify({ machine: describeMachine(), points: all }, null, 2)}\n`);
}

if (values.help) {
  process.stdout.write(USAGE);
} else {
  ownTemporaryDirectory('launchlens-scale-');
  exitOnSignals();
  if (!values.draw) await run();
  writeFileSync(PAGE, pageOf(readPoints()));
  await drawPlots(readPoints().points);
}
