import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { base58Of, chainAccount, followedAt } from '../support/chain/chain-state.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { sendSol } from '../support/chain/send-sol.ts';
import { playInStep } from '../support/play-in-step.ts';
import { startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('the digest that the page recomputes from RPC alone is the audit’s', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ seed: 'digest', fromSlot: 1 });
  const index = await startIndex({ chain: live, dataDir: directory.path });
  await using stopped = { [Symbol.asyncDispose]: () => index.stop() };
  void stopped;
  await playInStep(live, index, { until: 300 });
  const ended = [...followedAt(live.chain, live.confirmed).keys()].find(
    (address) => !chainAccount(live.chain, address, live.confirmed),
  );
  await sendSol(live, base58Of(ended ?? ''));
  await playInStep(live, index, { until: 310 });
  expect(chainAccount(live.chain, ended ?? '', live.confirmed)).toBeDefined();

  const { slot, accounts, verdict, chainDigest, indexDigest } = await index.audits.audit({
    repair: false,
    signal: AbortSignal.timeout(180_000),
  });
  const recomputed = JSON.parse(await runScript('digest.mjs', [live.rpcUrl, LOCALNET_PROGRAM_ID]));

  expect(verdict).toBe('equal');
  expect(recomputed).toEqual({ slot: Number(slot), accounts, digest: chainDigest.toString('hex') });
  expect(indexDigest).toEqual(chainDigest);
});

/** Runs a script of the page as a reader would, beside the project's own packages. */
async function runScript(name: string, args: readonly string[]): Promise<string> {
  const page = readFileSync(resolve(ROOT, 'docs/verification.md'), 'utf8');
  const source = new RegExp(`\`\`\`js ${name}\n([^]*?)\`\`\``).exec(page)?.[1];
  if (source === undefined) throw new Error(`the page has no ${name}`);
  const path = resolve(import.meta.dirname, `${process.pid}-${name}`);
  await writeFile(path, source);
  onTestFinished(() => rm(path, { force: true }));
  return (await promisify(execFile)(process.execPath, [path, ...args])).stdout;
}
