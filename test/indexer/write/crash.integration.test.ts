import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CHILD = join(import.meta.dirname, 'crash-child.ts');

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'launchlens-crash-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface Ended {
  readonly signal: string | null;
  readonly tables: unknown;
}

async function index(directory: string, lastSlot: number, killAt: number): Promise<Ended> {
  const args = [CHILD, directory, String(lastSlot), String(killAt)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (signal === null && code !== 0) throw new Error(`the indexing child ended with ${code}`);
  return { signal, tables: signal === null ? JSON.parse(output) : undefined };
}

describe('an indexer killed without warning', () => {
  test('ends with the same tables as one that was never killed', { timeout: 180_000 }, async () => {
    // Given an index that was built in one go
    const whole = await index(join(root, 'whole'), 112, 0);
    expect(whole.tables).toMatchObject({
      slots: { rows: '13' },
      launch_versions: { rows: '39' },
      pledge_versions: { rows: '195' },
      checkpoint: { rows: '112' },
    });

    // When another is killed again and again: at each insert of a batch, and before, in and after it
    const directory = join(root, 'killed');
    const kills: (string | null)[] = [];
    for (const killAt of [3, 1, 2, 4, 5, 6, 7, 8, 9, 13, 20]) {
      kills.push((await index(directory, 112, killAt)).signal);
    }
    expect(kills).toEqual(kills.map(() => 'SIGKILL'));

    // Then, started once more, it holds exactly the same
    const healed = await index(directory, 112, 0);
    expect(healed.tables).toEqual(whole.tables);
  });
});
