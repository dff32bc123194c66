import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveChain } from '../support/chain/live-chain.ts';
import { playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { installVerifier, runVerifier, type VerifierRun } from '../support/verifier/run-verifier.ts';

describe('a launch that the older build settled with a short vault', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let index: RunningIndex;
  let file: string;
  beforeAll(async () => {
    file = await installVerifier();
    directory = await temporaryDirectory();
    live = await LiveChain.open({ scenario: 'short-vault', fromSlot: 1 });
    index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: 100 });
  });
  afterAll(async () => {
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const verify = (launchId: string): Promise<VerifierRun> =>
    runVerifier(file, ['--launch-id', launchId, '--rpc', live.rpcUrl, '--api', index.url]);
  const failed = ({ stdout }: VerifierRun) =>
    [...stdout.matchAll(/^FAIL {2}(\S+)/gm)].map(([, name]) => name);

  test('fails the verifier on the vault and on nothing else, with the amount and the cause', async () => {
    const run = await verify('1');

    expect(run.stderr).toBe('');
    expect(failed(run)).toEqual(['vault_covers_unreleased_allocations']);
    expect(run.stdout).toMatch(
      /\d+ are missing, so the last claims cannot be paid\. The older program build does not check the vault/,
    );
    expect(run.stdout).toContain('OK    rest_mirror_settlement');
    expect(run.exit).toBe(1);
  });

  test('leaves the other launches of that chain in order', async () => {
    expect((await verify('2')).exit).toBe(0);
    expect((await verify('3')).exit).toBe(0);
  });

  test('is in the index as it is on the chain', async () => {
    const audit = { launchId: undefined, repair: false, signal: AbortSignal.timeout(60_000) };
    const outcome = await index.audits.audit(audit);

    expect(outcome).toMatchObject({ verdict: 'equal', differences: [], reason: undefined });
    expect(outcome.launches.flatMap(({ broken }) => broken)).toEqual([]);
  });
});
