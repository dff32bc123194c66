import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { arithmetic } from './arithmetic.ts';

export const PAGE = resolve(import.meta.dirname, '../../../docs/scale.md');
/** What was measured; the page and the plots are made of it. */
export const POINTS = resolve(import.meta.dirname, '../../../docs/scale.json');

/** The plots of the page. */
export const PICTURE = resolve(import.meta.dirname, '../../../docs/scale.png');

/** Numbers of servers that one index was spread over. */
export const SHARDS = [1, 2, 4] as const;

const latency = z.object({ p50: z.number(), p99: z.number() });
const point = z.object({
  versions: z.int(),
  shards: z.int(),
  rowsPerSecond: z.number(),
  commitMs: z.number(),
  apiStartMs: z.number(),
  apiMb: z.number(),
  enginesMb: z.number(),
  diskBytes: z.number(),
  latencies: z.object({ detail: latency, page: latency, positions: latency, past: latency }),
});
const measuredFile = z.object({
  machine: z
    .object({ cpu: z.string(), cores: z.int(), memoryGb: z.number(), node: z.string(), commit: z.string() })
    .loose(),
  points: z.array(point),
});

export type Point = z.output<typeof point>;
export type Measured = z.output<typeof measuredFile>;

export function readPoints(): Measured {
  return measuredFile.parse(JSON.parse(readFileSync(POINTS, 'utf8')));
}

interface Plot {
  readonly title: string;
  readonly of: (point: Point) => number;
}

export const PLOTS: readonly Plot[] = [
  { title: 'ingest, rows/s', of: ({ rowsPerSecond }) => rowsPerSecond },
  { title: 'lag: a slot until durable, ms', of: ({ commitMs }) => commitMs },
  { title: 'memory of an API process, MB', of: ({ apiMb }) => apiMb },
  { title: 'memory of the servers, MB', of: ({ enginesMb }) => enginesMb },
  { title: 'disk, MB', of: ({ diskBytes }) => diskBytes / 2 ** 20 },
  { title: 'start of an API process, ms', of: ({ apiStartMs }) => apiStartMs },
  { title: 'launch with a wallet, p99 ms', of: ({ latencies }) => latencies.detail.p99 },
  { title: 'positions of a wallet, p99 ms', of: ({ latencies }) => latencies.positions.p99 },
  { title: 'launch at a past slot, p99 ms', of: ({ latencies }) => latencies.past.p99 },
];

/** The text of `docs/scale.md`. */
export function pageOf(measured: Measured): string {
  const { machine, points } = measured;
  const { cpu, cores, memoryGb, node, commit } = machine;
  return `# Scale

How an index grows, measured on one machine (${cores} cores of ${cpu}, ${memoryGb} GB, Node ${node.slice(1)}, commit \`${commit}\`):
real ClickHouse servers, each a shard, with generated pledges. **All servers, the API and the load share these ${cores} cores**, so more shards
cannot be faster here: the figures show what spreading costs.

\`npm run scale\` repeats the measurement and writes this page and the picture. What was not measured is not shown.

![Nine plots over the number of pledge versions, for one server, two and four shards](scale.png)

## Ingest, lag, memory and disk

Rows per second in batches as the writer sends them (a fiftieth of the index, at most 100,000 rows, which is why small indexes look slow); the time until a slot with 100 pledges is durable, its
checkpoint included (median); resident memory of an API process with \`LATEST_STATE_MB=512\`, and of all servers together; the bytes of
the active parts; the time from starting an API process to its first answer.

| versions | shards | rows/s | lag ms | API MB | servers MB | disk MB | bytes per version | start s |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${points.map(costRow).join('\n')}

## Questions

Milliseconds over REST, p50 / p99, one request after another, each about another launch and wallet: a launch with a wallet's part in
it, a page of 100 pledges, all positions of a wallet, and the launch with the wallet at a past slot. What memory holds is answered from it,
the rest by ClickHouse.

| versions | shards | launch with wallet | page of pledges | positions | at a past slot |
|--:|--:|--:|--:|--:|--:|
${points.map(answerRow).join('\n')}

${arithmetic(measured)}`;
}

function costRow(point: Point): string {
  const { versions, shards, rowsPerSecond, commitMs, apiMb, enginesMb, diskBytes, apiStartMs } = point;
  const cells = [
    ...[
      inWords(versions),
      shards,
      inWords(round(rowsPerSecond)),
      round(commitMs),
      round(apiMb),
      round(enginesMb),
    ],
    ...[round(diskBytes / 2 ** 20), round(diskBytes / versions), round(apiStartMs / 1000)],
  ];
  return `| ${cells.join(' | ')} |`;
}

function answerRow({ versions, shards, latencies }: Point): string {
  const { detail, page, positions, past } = latencies;
  const cells = [detail, page, positions, past].map(({ p50, p99 }) => `${round(p50)} / ${round(p99)}`);
  return `| ${inWords(versions)} | ${shards} | ${cells.join(' | ')} |`;
}

/** Three digits, which is more than two measurements agree on. */
function round(value: number): number {
  return Number(value.toPrecision(3));
}

function inWords(value: number): string {
  return value.toLocaleString('en');
}
