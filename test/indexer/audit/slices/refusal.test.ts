import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { LAUNCH_CONFIG } from '../../../../idl/escrow.ts';
import type { SlicesChosen } from '../../../../indexer/audit/chain-reader.ts';
import type { AuditedProgram } from '../../../../indexer/audit/ports.ts';
import { tooLargeReason } from '../../../../indexer/audit/slices/refusal.ts';
import { auditOver, auditorOver } from '../../../support/audit/audit-over.ts';
import { PROGRAM, stillProgram } from '../../../support/audit/busy-program.ts';
import { HistoryNode } from '../../../support/audit/history-node.ts';

const TOO_MANY = {
  rpcCode: '-32600',
  detail:
    'Too many accounts requested (10000001 pubkeys), Please use getProgramAccountsV2 with pagination to handle large datasets.',
};

const refused = (rpcCode: string, detail: string) =>
  new LaunchlensError('RPC_REFUSED', { host: 'node', method: 'getProgramAccounts', rpcCode, detail });

function nodeThatRefuses(refusal?: typeof TOO_MANY): HistoryNode {
  const history = stillProgram(() => 0.5);
  return new HistoryNode({ history, head: 100n, moves: 0, random: () => 0, ...(refusal && { refusal }) });
}

describe('a node that does not return all accounts at once', () => {
  test('is asked for slices, and for the whole program no more', async () => {
    const node = nodeThatRefuses(TOO_MANY);
    const chosen: SlicesChosen[] = [];
    const index = stillProgram(() => 0.5);
    const onSlices = (one: SlicesChosen) => void chosen.push(one);
    const auditor = auditorOver({ node, index, slices: 1, onSlices });
    const signal = AbortSignal.timeout(60_000);
    const [first, second] = [await auditor.audit({ signal }), await auditor.audit({ signal })];

    expect([first.verdict, second.verdict]).toEqual(['equal', 'equal']);
    expect(first.inSlices).toEqual({ requests: 551, bracketed: 0 });
    expect(chosen).toEqual([{ requests: 551, perSecond: 0, refusal: TOO_MANY.detail }]);
    expect(node.asked.filter(({ filters }) => filters === 0)).toEqual([]);
  });

  test('is always asked for slices where that is set, which is said once', async () => {
    const node = nodeThatRefuses();
    const chosen: SlicesChosen[] = [];
    const onSlices = (one: SlicesChosen) => void chosen.push(one);
    const auditor = auditorOver({ node, index: stillProgram(() => 0.5), slices: 256, onSlices });
    for (let audit = 0; audit < 2; audit += 1) await auditor.audit({ signal: AbortSignal.timeout(60_000) });
    expect(chosen).toEqual([{ requests: 551, perSecond: 0, refusal: undefined }]);
    expect(node.asked.filter(({ filters }) => filters === 0)).toEqual([]);
  });

  test('is asked for slices of a followed program, with its own filters', async () => {
    const chain = stillProgram(() => 0.5);
    const follows: AuditedProgram['follows'] = ({ owner, data }) =>
      owner === PROGRAM && data.length > 300 && data[11] === 1;
    const index = chain.copy();
    for (const key of chain.keys) index.rewrite(key, (account) => (follows(account) ? account : undefined));
    const filters = [{ memcmp: { offset: 0, bytes: base58.encode(LAUNCH_CONFIG.discriminator) } }];
    const program = { filters, sliceAt: 51, follows };
    const audits = [1, 256] as const;
    const [whole, sliced] = await Promise.all(
      audits.map((slices) => {
        const node = new HistoryNode({ history: chain, head: 100n, moves: 0, random: () => 0 });
        return auditOver({ node, index, slices, program });
      }),
    );
    // 256 values of the byte and 44 sizes of accounts that have a discriminator and end before it.
    expect(sliced?.inSlices).toEqual({ requests: 2 * 299 + 1, bracketed: 0 });
    expect(sliced).toMatchObject({
      verdict: 'equal',
      chainDigest: whole?.chainDigest,
      accounts: whole?.accounts,
    });
    expect(sliced?.accounts).toBeGreaterThan(0);
  });

  test('is still asked for one launch in one request', async () => {
    const node = nodeThatRefuses();
    const index = stillProgram(() => 0.5);
    const outcome = await auditOver({ node, index, slices: 256, launchId: 1n });
    expect(outcome.inSlices).toBeUndefined();
    expect(new Set(node.asked.map(({ filters }) => filters))).toEqual(new Set([2]));
  });

  test('is not asked for slices while it answers', async () => {
    const node = nodeThatRefuses();
    const outcome = await auditOver({ node, index: stillProgram(() => 0.5), slices: 1 });
    expect([outcome.inSlices, node.asked.length]).toEqual([undefined, 1]);
  });
});

test.each([
  ['-32012', 'scan aborted: The accumulated scan results exceeded the limit'],
  ['HTTP 413', 'no reason given'],
  ['-32600', TOO_MANY.detail],
  ['-32602', 'response too large, use filters'],
])('%s says that there is too much to return', (code, detail) => {
  expect(tooLargeReason(refused(code, detail))).toBe(detail);
});

test.each([
  refused('-32010', 'excluded from account secondary indexes; this RPC method unavailable for key'),
  refused('-32601', 'Method not found'),
  refused('HTTP 403', 'no access'),
  new LaunchlensError('RPC_TIMEOUT', { host: 'node', method: 'getProgramAccounts', ms: 1 }),
  new Error('too many accounts'),
])('other failures say nothing about slices: %s', (error) => {
  expect(tooLargeReason(error)).toBeUndefined();
});
