import { describe, expect, test } from 'vitest';
import { settingsSchema } from '../../../../core/kernel/settings/schema.ts';
import { rpcLimit } from '../../../../core/rpc/rate-limit.ts';
import { NamedKeys } from '../../../../indexer/audit/launch-keys.ts';
import { slicePlanOf } from '../../../../indexer/audit/slices/plan.ts';
import { readInSlices } from '../../../../indexer/audit/slices/read.ts';
import { sliceSettings } from '../../../../indexer/audits.ts';
import { PROGRAM, stillProgram } from '../../../support/audit/busy-program.ts';
import { historyLane } from '../../../support/audit/history-lane.ts';
import { HistoryNode } from '../../../support/audit/history-node.ts';

const settingsOf = (text: Readonly<Record<string, string>>) => sliceSettings(settingsSchema.parse(text));
const HOSTED = { SOLANA_RPC_URL: 'https://node.example.com' };

describe('the rate of an audit in slices', () => {
  test.each([
    [HOSTED, { always: false, perSecond: 5 }],
    [
      { ...HOSTED, SOLANA_RPC_RATE_PER_SECOND: '25', AUDIT_SLICES: '256' },
      { always: true, perSecond: 13 },
    ],
    [
      { ...HOSTED, SOLANA_RPC_RATE_PER_SECOND: '1' },
      { always: false, perSecond: 1 },
    ],
    [
      { ...HOSTED, AUDIT_REQUESTS_PER_SECOND: '9' },
      { always: false, perSecond: 9 },
    ],
    [{ SOLANA_RPC_URL: 'http://127.0.0.1:8899' }, { always: false, perSecond: 0 }],
  ])('is half of the rate of the node, or as it is set: %j', (text, expected) => {
    expect(settingsOf(text)).toEqual(expected);
  });

  test('counts every request for a slice', async () => {
    const history = stillProgram(() => 0.5);
    const node = new HistoryNode({ history, head: 100n, moves: 0, random: () => 0 });
    const lane = historyLane({ history, programId: PROGRAM, covered: () => 200n });
    const plan = slicePlanOf({});
    if (!plan) throw new Error('no plan');
    let turns = 0;
    const limit: ReturnType<typeof rpcLimit> = {
      ...rpcLimit(0),
      run: (work) => {
        turns += 1;
        return work();
      },
    };
    const reading = {
      chain: node,
      index: { lane, programId: PROGRAM, commitment: 'confirmed' } as const,
      names: new NamedKeys(new Uint8Array(32)),
      launchId: undefined,
      followed: new Set<string>(),
      minContextSlot: 0n,
      signal: AbortSignal.timeout(60_000),
    };
    await readInSlices(reading, { plan, limit });
    expect(turns).toBe(node.asked.length);
    expect(turns).toBeGreaterThan(551);
  });

  test.each(['2', '0', '257', 'many'])('AUDIT_SLICES=%s is refused', (slices) => {
    const { error } = settingsSchema.safeParse({ AUDIT_SLICES: slices });
    expect(error?.issues[0]?.message).toContain('one of 1, 256');
  });
});
