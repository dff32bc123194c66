import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readUnreadable, type Unreadable } from '../../../api/read/unreadable.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { accountDiscriminator } from '../../../idl/discriminators.ts';
import { launchAddress, pledgeAddress } from '../../../idl/pda.ts';
import { keyOf, pubkeyOf, TEST_PROGRAM, type UnreadableFields } from '../../support/index-builder.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';
import { NaiveIndex } from '../support/naive-index.ts';
import { anyBatch, anySlot, LAUNCH_IDS, WALLETS, writeBatch } from '../support/random-index.ts';

const program = pubkeyBytes(TEST_PROGRAM);
const LAUNCHES = '/api/v1/ilo/launches/';
const DATA = ['LaunchConfig', 'Pledge', 'Treasury'].map((name) =>
  Buffer.concat([accountDiscriminator(name), Buffer.alloc(100)]),
);

const anyUnreadable: fc.Arbitrary<UnreadableFields> = fc.record(
  {
    launchId: fc.constantFrom(...LAUNCH_IDS, 8n),
    slot: anySlot,
    pledger: fc.constantFrom(...WALLETS),
    role: fc.constantFrom('escrow', 'vault'),
    owner: fc.constant('another program'),
    lamports: fc.constantFrom(0n, 5n),
    data: fc.constantFrom(...DATA),
  },
  { requiredKeys: ['launchId', 'slot'] },
);
const anchor = fc.record({
  launchId: fc.constantFrom(...LAUNCH_IDS),
  slot: anySlot,
  back: fc.bigInt(0n, 20n),
});
const anyStep = fc.record({
  rows: anyBatch,
  unreadable: fc.array(anyUnreadable, { maxLength: 5 }),
  anchors: fc.array(anchor, { maxLength: 1 }),
});

/** The example of the manual that keeps all rules, of launch 1. */
const EXACT = /```sql\n(WITH[^`]+pledge_versions[^`]+);\n```/.exec(
  readFileSync(new URL('../../../docs/sql.md', import.meta.url), 'utf8'),
)?.[1];

interface Account {
  readonly address: string;
  readonly kind: string;
  readonly launch_id: string | null;
  readonly pledger: string | null;
  readonly since_slot: string;
}

describe('the views for analysts, and the API, of accounts that cannot be read', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  beforeEach(async () => {
    return () => api?.stop();
  });

  const rows = <Row>(sql: string) => under.olap.reader.query({ sql }, z.custom<Row>());
  const unreadable = () => rows<Account>('SELECT * FROM unreadable_accounts ORDER BY since_slot, address');
  const ids = async (table: string) =>
    (await rows<{ id: string }>(`SELECT DISTINCT launch_id AS id FROM ${table} ORDER BY id`)).map(
      ({ id }) => id,
    );

  test('say nothing of any while nothing is in quarantine, or nothing is indexed yet', async () => {
    api = openApi(under.olap);
    expect([await unreadable(), await ids('launches'), await ids('pledges')]).toEqual([[], [], []]);
    under.index.launch({ launchId: 1n, slot: 1n }).pledge({ launchId: 1n, pledger: 'a', slot: 2n });
    await under.index.checkpoint({ slot: 3n });
    expect([await unreadable(), await ids('launches'), await ids('pledges')]).toEqual([[], ['1'], ['1']]);
  });

  test('leave out a launch that lists leave out, and a Pledge that is refused, until they can be read again', async () => {
    for (const launchId of [1n, 2n, 3n]) {
      under.index.launch({ launchId, slot: 1n }).pledge({ launchId, pledger: 'a', slot: 2n });
    }
    under.index.tokenAccount({ launchId: 2n, role: 'escrow', slot: 1n });
    await under.index.checkpoint({ slot: 3n });
    api = openApi(under.olap);
    await api.followed.reaches(3n);
    under.index.unreadable({ launchId: 1n, slot: 4n }).unreadable({ launchId: 2n, role: 'escrow', slot: 5n });
    under.index.unreadable({ launchId: 3n, pledger: 'a', slot: 5n });
    // Not above the checkpoint
    under.index.unreadable({ launchId: 3n, slot: 7n });
    await under.index.checkpoint({ slot: 6n });
    await api.followed.reaches(6n);
    expect([await ids('launches'), await ids('pledges')]).toEqual([['3'], ['1', '2']]);
    const [wallet, pledge] = [pubkeyOf('a'), pubkeyFromBytes(pledgeAddress(program, 3n, keyOf('a')))];
    expect((await api.get(`${LAUNCHES}3/?wallet=${wallet}`)).json.detail).toContain(pledge);
    expect(await unreadable()).toEqual(
      expect.arrayContaining([
        {
          ...{ address: pubkeyFromBytes(launchAddress(program, 1n)), kind: 'launch' },
          ...{ launch_id: '1', pledger: null, since_slot: '4' },
        },
        { address: pubkeyOf('escrow 2'), kind: 'escrow', launch_id: '2', pledger: null, since_slot: '5' },
        { address: pledge, kind: 'pledge', launch_id: '3', pledger: wallet, since_slot: '5' },
      ]),
    );
    under.index.launch({ launchId: 1n, slot: 8n }).launch({ launchId: 3n, slot: 8n });
    under.index.pledge({ launchId: 3n, pledger: 'a', slot: 8n });
    await under.index.checkpoint({ slot: 8n });
    expect([await ids('launches'), await ids('pledges')]).toEqual([
      ['1', '3'],
      ['1', '2', '3'],
    ]);
    expect((await unreadable()).map(({ kind }) => kind)).toEqual(['escrow']);
  });

  test('leave out what only an anchor stands above, as the example of the manual does', async () => {
    const wallets = async () => (await rows<{ wallet: string }>(EXACT ?? '')).map(({ wallet }) => wallet);
    const launchId = 1n;
    for (const pledger of ['a', 'b']) under.index.pledge({ launchId, pledger, slot: 2n, amount: 3n });
    await under.index.checkpoint({ slot: 3n });
    expect(await wallets()).toHaveLength(2);
    under.index.unreadable({ launchId, pledger: 'a', slot: 4n });
    under.index.pledge({ launchId, pledger: 'a', slot: 6n, amount: 3n, changedSlot: 2n });
    await under.index.checkpoint({ slot: 7n });
    expect(await wallets()).toEqual([pubkeyOf('b')]);
    expect(await rows('SELECT pledger FROM pledges')).toEqual([{ pledger: pubkeyOf('b') }]);
    expect((await unreadable()).map(({ pledger }) => pledger)).toEqual([pubkeyOf('a')]);
    under.index.pledge({ launchId, pledger: 'a', slot: 8n, amount: 5n });
    await under.index.checkpoint({ slot: 8n });
    expect(await wallets()).toEqual([pubkeyOf('a'), pubkeyOf('b')]);
    expect(await unreadable()).toEqual([]);
  });

  test('agree, whatever order rows come in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 3 }), async (steps) => {
        await under.index.reset();
        under.index.coverage('snapshot', 1n, 1n);
        for (const { rows: batch, unreadable: raw, anchors } of steps) {
          const told = new Map(raw.map((fields) => [`${nameOf(fields)} ${fields.slot}`, fields]));
          for (const fields of told.values()) under.index.unreadable(fields);
          for (const { launchId, slot, back } of anchors) {
            const taken = batch.launches.some((row) => row.launchId === launchId && row.slot === slot);
            const changedSlot = slot > back ? slot - back : slot;
            if (!taken) under.index.launch({ launchId, slot, changedSlot });
          }
          await writeBatch(under.index, batch, new NaiveIndex());
        }
        api = openApi(under.olap);
        try {
          await api.followed.reaches(40n);
          await expectAgreement();
        } finally {
          await api.stop();
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  async function expectAgreement(): Promise<void> {
    const { results, source } = (await api.get(`${LAUNCHES}?limit=200`)).json;
    const listed = (results as { launch_id: string; total_pledged: string }[]).map(
      ({ launch_id, total_pledged }) => ({ launch_id, total_pledged }),
    );
    const launches = await rows<object>(
      'SELECT launch_id, total_pledged FROM launches ORDER BY start_ts DESC, launch_id DESC',
    );
    expect(launches).toEqual(listed);
    const accounts = await unreadable();
    expect(accounts.length).toBe(source.unreadable_accounts ?? 0);
    const known = await readUnreadable(under.olap.reader, {
      ...{ slot: 40n, revision: under.index.revision, program: TEST_PROGRAM },
    });
    for (const { address, since_slot } of accounts) {
      expect(refusal(known, address)).toContain(`since slot ${since_slot}`);
    }
    await expectPledges(known);
  }

  /** Those that stand, less those that are refused. */
  async function expectPledges(known: Unreadable | undefined): Promise<void> {
    const newest = await rows<{ address: string; closed: number }>(
      `SELECT base58Encode(address) AS address, closed FROM pledge_versions AS v
       ORDER BY v.address, slot DESC, revision DESC LIMIT 1 BY v.address`,
    );
    const answered = newest.filter(({ address, closed }) => !closed && refusal(known, address) === undefined);
    const shown = await rows<{ address: string }>(
      'SELECT pledge_address AS address FROM pledges ORDER BY address',
    );
    expect(shown.map(({ address }) => address)).toEqual(answered.map(({ address }) => address).sort());
  }
});

/** Of one account no two rows are of one slot and revision. */
function nameOf({ launchId, pledger, role }: UnreadableFields): string {
  return pledger === undefined ? `${launchId} ${role}` : `${launchId} ${pledger}`;
}

/** What the API says where an account is needed that it cannot read. */
function refusal(known: Unreadable | undefined, address: string): string | undefined {
  try {
    known?.requireAccount(address as Parameters<Unreadable['requireAccount']>[0]);
  } catch (error) {
    return String(error);
  }
  return undefined;
}
