import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { runLaunchlens } from '../support/launchlens-process.ts';
import { openStore } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/backfills.md'), 'utf8');
const commands = [
  ...page.matchAll(/^\$ npm exec launchlens -- (backfill (?:snapshot|history|redecode).*)$/gm),
].map(([, words = '']) => words.split(' '));
const [, query = ''] = /```sql\n(.*?)```/s.exec(page) ?? [];

const recorded = z.object({
  kind: z.string(),
  run: z.int(),
  finished: z.union([z.literal(0), z.literal(1)]),
});

test('the examples of docs/backfills.md run one after another as they stand', {
  timeout: 240_000,
}, async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ seed: 'backfill examples', fromSlot: 260 });
  const env = {
    SOLANA_RPC_URL: live.rpcUrl,
    ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
    DATA_DIR: directory.path,
    LOG_LEVEL: 'warn',
  };
  expect(commands.length).toBeGreaterThan(5);
  for (const words of commands) {
    const { code, stdout, stderr } = await runLaunchlens(words, { cwd: directory.path, env });
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
    expect(stdout).toMatch(/"event":"report".*\n$/);
    // What is read must have become final
    if (words[1] === 'snapshot') live.chain.advance(40);
  }
  const olap = await openStore({ dataDir: directory.path });
  const jobs = await olap.reader.query({ sql: query }, recorded);
  await olap.close();
  expect(jobs.map(({ kind, finished }) => [kind, finished])).toEqual([
    ['snapshot', 1],
    ['history', 1],
    ['history', 1],
    ['redecode', 1],
    ['redecode', 1],
  ]);
});
