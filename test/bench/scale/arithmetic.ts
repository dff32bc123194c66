import type { Measured } from './page.ts';

/** The load that the multiples are of: a hundred pledge versions per slot of 400 ms, all day. */
const TODAY = 250;
const YEAR_SECONDS = 31_557_600;
const TERABYTE = 1e12;
/** Of the client's whole process over http2, see docs/benchmarks.md. */
const INDEXER_US = 5.65;
/** An account update on the wire with its share of statuses and block metadata. */
const STREAM_BYTES = 600;
/** What a process of the indexer, and a network card, are loaded with at most. */
const SHARE = 0.5;
const CARD_BITS = 10e9;
/** A server of 16 cores, 128 GB and 8 TB as providers rent them, in US dollars a month. */
const SERVER = { cores: 16, terabytes: 8, dollars: 600 } as const;
/** Of the chain: what its leaders have shown at their best, with a few accounts written by each transaction. */
const CHAIN_TPS = 5_000;
const WRITES_PER_TRANSACTION = 4;

/** What larger loads need, from the largest index that was measured. */
export function arithmetic({ machine: { cores }, points }: Measured): string {
  const [largest] = points.filter(({ shards }) => shards === 1).sort((a, b) => b.versions - a.versions);
  if (!largest) return '';
  const bytes = largest.diskBytes / largest.versions;
  const perCore = largest.rowsPerSecond / cores;
  const rows = [1, 1_000, 1_000_000].map((factor) => needRow(factor, bytes, perCore));
  return `## A thousand and a million times today's load

Today's load means ${TODAY} pledge versions per second (100 in each slot), around the clock. The arithmetic takes ${bytes.toFixed(0)} bytes per version
and ${whole(perCore)} rows per second and core from the largest index above, ${INDEXER_US} µs of processor time per update from
[benchmarks.md](benchmarks.md), and ${STREAM_BYTES} bytes per update on the wire. Machines are loaded to a half. A server has
${SERVER.cores} cores and ${SERVER.terabytes} TB and costs $${SERVER.dollars} a month; none of this was observed at these sizes.

| load | versions/s | stream | indexer cores | insert cores | disk per year | servers after a year | a month |
|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

**Which limit comes first:**

- **At a thousand times**, one indexer process still suffices, and so does one stream. Disk comes first: it decides the number of
  shards. Nothing is ever deleted, so it grows by the same amount each year.
- **At a million times**, the stream comes first. One gRPC connection does not carry it, and one process does not decode it: the
  program's accounts would have to be divided among indexers by their filters, each with an index of its own. Launchlens does not do that.
- **The chain comes before that.** At ${whole(CHAIN_TPS)} transactions per second with ${WRITES_PER_TRANSACTION} accounts each, all of Solana writes ${whole(CHAIN_TPS * WRITES_PER_TRANSACTION)} accounts per second:
  ${whole((CHAIN_TPS * WRITES_PER_TRANSACTION) / TODAY)} times today's load. More than that no chain of today can produce.
`;
}

function needRow(factor: number, bytesPerVersion: number, rowsPerCore: number): string {
  const perSecond = TODAY * factor;
  const bits = perSecond * STREAM_BYTES * 8;
  const indexer = (perSecond * INDEXER_US) / 1e6 / SHARE;
  const insert = perSecond / rowsPerCore / SHARE;
  const terabytes = (perSecond * YEAR_SECONDS * bytesPerVersion) / TERABYTE;
  const servers = Math.max(
    1,
    Math.ceil(insert / SERVER.cores),
    Math.ceil(terabytes / SERVER.terabytes / 0.8),
  );
  const cards =
    bits > CARD_BITS * SHARE ? `${rate(bits)} (${Math.ceil(bits / CARD_BITS / SHARE)} cards)` : rate(bits);
  const cells = [
    ...[`${whole(factor)}×`, whole(perSecond), cards, coreCount(indexer), coreCount(insert)],
    ...[volume(terabytes), whole(servers), `$${whole(servers * SERVER.dollars)}`],
  ];
  return `| ${cells.join(' | ')} |`;
}

function rate(bits: number): string {
  return bits >= 1e9 ? `${whole(bits / 1e9)} Gbit/s` : `${(bits / 1e6).toFixed(1)} Mbit/s`;
}

function coreCount(count: number): string {
  return count < 10 ? count.toPrecision(2) : whole(count);
}

function volume(terabytes: number): string {
  return terabytes < 1000 ? `${terabytes.toPrecision(3)} TB` : `${whole(terabytes / 1000)} PB`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
