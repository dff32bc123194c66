import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transport } from '../../../core/kernel/settings/schema.ts';
import type { Contender, Result } from './contender.ts';
import { Gauge } from './gauge.ts';

/** A process of its own: takes the whole stream into a fresh store and reports what that cost. */
const [, , name, endpoint] = process.argv as [string, string, Contender, string];

/** Each loads nothing of the other's, which would weigh on its garbage collection. */
async function runOfficial(): Promise<Result> {
  return (await import('./official.ts')).runOfficial(course);
}

async function runPipeline(transport: Transport): Promise<Result> {
  return (await import('./pipeline.ts')).runPipeline(transport, course);
}

const directory = await mkdtemp(join(tmpdir(), 'launchlens-bench-'));
const course = { endpoint, directory, gauge: new Gauge(), go: () => void process.send?.('go') };
const result = await (name === 'official' ? runOfficial() : runPipeline(name));
await rm(directory, { recursive: true, force: true });
process.send?.(result, () => process.exit());
