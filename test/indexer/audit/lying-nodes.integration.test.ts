import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createRandom } from '../../../fixtures/localnet/keys/random.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Auditor } from '../../../indexer/audit/audit.ts';
import type { AuditOutcome } from '../../../indexer/audit/outcome.ts';
import type { AuditedChain } from '../../../indexer/audit/ports.ts';
import { BalancedNodes } from '../../support/chain/balanced-nodes.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { stillAccount } from '../../support/chain/still-account.ts';
import { playInStep } from '../../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

type Slices = 1 | 256;

/** More of them by `AUDIT_SEEDS=100`. */
const SEEDS = Number(process.env.AUDIT_SEEDS ?? 10);

describe('an audit over nodes that lag, alternate and name wrong slots', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let index: RunningIndex;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'balanced', fromSlot: 1 });
    index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: 260 });
  });
  afterAll(async () => {
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  /** The verdict, or the code of the error with which the nodes could not be read. */
  async function verdict(seed: number, lies: number, slices: Slices = 1): Promise<string> {
    try {
      return (await auditOver(nodes(seed, lies, slices), slices)).verdict;
    } catch (error) {
      if (isLaunchlensError(error)) return error.code;
      throw error;
    }
  }

  /** In slices, the nodes move as slowly as they would between so many requests. */
  function nodes(seed: number, lies: number, slices: Slices = 1): AuditedChain {
    const head = live.confirmed;
    return new BalancedNodes({
      moves: slices === 1 ? 1 : 0.03,
      chain: live.chain,
      lies,
      from: head - 24n,
      to: head - 6n,
      random: createRandom('audit', seed).next,
    });
  }

  async function lose(slot: bigint): Promise<void> {
    await index.olap.writer.command({
      sql: `INSERT INTO coverage (from_slot, to_slot, state, source, cause, revision, at)
        VALUES (${slot}, ${slot + 1n}, 'lost', 'stream', 'outage', 0, now64(3))`,
    });
  }

  function auditOver(chain: AuditedChain, slices: Slices = 1): Promise<AuditOutcome> {
    const lane = index.olap.scanner;
    const auditor = new Auditor({
      chain,
      slices: { always: slices > 1, perSecond: 0 },
      ledger: index.olap.writer,
      clock: systemClock,
      index: { lane, programId: LOCALNET_PROGRAM_ID, commitment: 'confirmed' },
    });
    return auditor.audit({ signal: AbortSignal.timeout(180_000) });
  }

  test.each([
    [SEEDS, 1],
    [Math.ceil(SEEDS / 2), 256],
  ] as const)(
    'never says different of an equal index, %i times, slices: %i',
    async (seeds, slices) => {
      const verdicts: Record<string, number> = {};
      for (let seed = 1; seed <= seeds; seed += 1) {
        const said = await verdict(seed, 0.3, slices);
        expect([seed, said]).not.toEqual([seed, 'different']);
        verdicts[said] = (verdicts[said] ?? 0) + 1;
      }
      expect(verdicts.equal).toBeGreaterThan(seeds / 4);
    },
    300_000,
  );

  test('says different of one that is, or that the nodes prove nothing, and never equal', async () => {
    const address = stillAccount(live, 'pledge').toUpperCase();
    await index.olap.writer.command({ sql: `DELETE FROM pledge_versions WHERE hex(address) = '${address}'` });

    const verdicts: string[] = [];
    for (let seed = 1; seed <= 10; seed += 1) verdicts.push(await verdict(seed, 0, seed % 4 === 0 ? 256 : 1));

    expect(verdicts.filter((said) => !['different', 'failed', 'RPC_BEHIND'].includes(said))).toEqual([]);
    expect(verdicts.filter((said) => said === 'different').length).toBeGreaterThan(5);
  });

  test('proves nothing at a slot that the index loses while it waits', async () => {
    const honest = nodes(1, 0);
    const read: bigint[] = [];
    const outcome = await auditOver({
      getSlot: (options) => honest.getSlot(options),
      getMultipleAccounts: (keys, options) => honest.getMultipleAccounts(keys, options),
      getProgramAccounts: async (programId, options) => {
        const answer = await honest.getProgramAccounts(programId, options);
        if (read.push(answer.slot) === 1) await lose(answer.slot);
        return answer;
      },
    });

    expect(outcome.verdict).toBe('different');
    expect(outcome.slot).toBeGreaterThan(read[0] ?? 0n);
  });
});
