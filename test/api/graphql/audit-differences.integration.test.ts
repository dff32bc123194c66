import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { AuditOutcome } from '../../../indexer/audit/outcome.ts';
import { recordOutcome } from '../../../indexer/audit/record.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';
import { ask } from './support/graphql-under-test.ts';

const PLEDGE = pubkeyOf('a pledge');
const ADDRESS = Buffer.from(pubkeyBytes(PLEDGE));
const AUDITS = `{ audits { nodes {
  slot verdict differences chainDigest indexDigest detail
  differing(first: 3) { account kind launchId field indexed chain repaired }
} } }`;

function outcome(slot: bigint, startedAt: number, found: Partial<AuditOutcome> = {}): AuditOutcome {
  return {
    ...{ slot, startedAt, finishedAt: startedAt + 5, launchId: undefined, verdict: 'equal', accounts: 9 },
    ...{ chainDigest: Buffer.alloc(32, 1), indexDigest: Buffer.alloc(32, 1), differences: [], launches: [] },
    ...{ repaired: new Set(), reason: undefined, revision: 1n, paidFacts: undefined, ...found },
  };
}

describe('what audits found different', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
    await under.index.checkpoint({ slot: 20n });
    const fields = [
      { field: 'exists', indexed: 'false', chain: 'true' },
      { field: 'amount', indexed: undefined, chain: '18446744073709551615' },
      { field: 'lamports', indexed: undefined, chain: '1' },
      { field: 'tail', indexed: undefined, chain: '00ff' },
    ];
    const different = outcome(11n, 2_000, {
      verdict: 'different',
      differences: [{ address: ADDRESS, kind: 'pledge', launchId: 7n, fields }],
      repaired: new Set([ADDRESS.toString('latin1')]),
    });
    await recordOutcome(under.olap.writer, outcome(10n, 1_000));
    await recordOutcome(under.olap.writer, different);
    api = openApi(under.olap);
    await api.followed.reaches(20n);
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
  });

  test('stands beside each audit, field by field and no more than asked for', async () => {
    const { data } = await ask(api, AUDITS);
    const [different, equal] = data.audits.nodes;

    expect(equal).toMatchObject({ slot: 10, verdict: 'equal', differing: [], chainDigest: '01'.repeat(32) });
    expect(different).toMatchObject({ slot: 11, verdict: 'different', differences: 1 });
    const of = { account: PLEDGE, kind: 'pledge', launchId: '7', repaired: true };
    expect(different.differing).toEqual([
      { ...of, field: 'exists', indexed: 'false', chain: 'true' },
      { ...of, field: 'amount', indexed: null, chain: '18446744073709551615' },
      { ...of, field: 'lamports', indexed: null, chain: '1' },
    ]);
    expect(JSON.parse(different.detail)).toMatchObject({ repaired: 1, unrepaired: 0, reason: null });
  });

  test('moves the verified slot only where the whole index was equal', async () => {
    const { data } = await ask(api, '{ source { verifiedSlot } }');

    expect(data.source.verifiedSlot).toBe(10);
  });
});
