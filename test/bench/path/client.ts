import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contender } from './contender.ts';
import { Gauge } from './gauge.ts';
import { runOfficial } from './official.ts';
import { runPipeline } from './pipeline.ts';

/** A process of its own: takes the whole stream into a fresh store and reports what that cost. */
const [, , name, endpoint] = process.argv as [string, string, Contender, string];

const directory = await mkdtemp(join(tmpdir(), 'launchlens-bench-'));
const course = { endpoint, directory, gauge: new Gauge(), go: () => void process.send?.('go') };
try {
  const result = await (name === 'official' ? runOfficial(course) : runPipeline(name, course));
  process.send?.(result, () => process.exit());
} finally {
  await rm(directory, { recursive: true, force: true });
}
