import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SharedChain } from '../../../api/actions/shared-chain.ts';
import type { ChainAccount } from '../../../api/read/chain/reader.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { launchAddress, pledgeAddress } from '../../../idl/pda.ts';
import { verificationAnswer } from '../../../schemas/rest/proof.ts';
import { keyOf, pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';
import { encodeAccount, LAUNCH_COLUMNS, PLEDGE_COLUMNS } from '../../support/index-check/account-bytes.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';

const program = pubkeyBytes(TEST_PROGRAM);
const PLEDGE = pubkeyFromBytes(pledgeAddress(program, 7n, keyOf('a')));
const LAUNCH = pubkeyFromBytes(launchAddress(program, 7n));
const ESCROW = pubkeyOf('escrow 7');
const PATH = (key: string) => `/api/v1/ilo/accounts/${key}/verification/`;

const pledgeData = (amount: bigint): Buffer =>
  encodeAccount('Pledge', PLEDGE_COLUMNS, {
    header: '0000',
    launch_id: '7',
    pledger: Buffer.from(keyOf('a')).toString('hex'),
    amount: String(amount),
    tokens_released: '0',
    refunded: '1',
    pledged_ts: '-5',
    tail: '00'.repeat(64),
  });

describe('GET /ilo/accounts/<pubkey>/verification/', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let chain: Map<Pubkey, ChainAccount['held']>;
  let slot: bigint;
  let asked: number;
  const reader: SharedChain = {
    inTurn: (work) => work(),
    account: async (key) => {
      asked += 1;
      return { slot, held: chain.get(key) };
    },
  };
  beforeEach(async () => {
    chain = new Map();
    slot = 5n;
    asked = 0;
    api = openApi(under.olap, {}, { chain: reader });
    under.index
      .launch({ launchId: 7n, slot: 1n, startTs: -1n, totalPledged: 2n ** 64n - 1n })
      .pledge({ launchId: 7n, pledger: 'a', slot: 2n, amount: 9n, refunded: true, pledgedTs: -5n })
      .tokenAccount({ launchId: 7n, role: 'escrow', slot: 2n, amount: 9n, closed: true })
      .coverage('streamed', 1n, 5n);
    await under.index.checkpoint({ slot: 5n });
    await api.followed.reaches(5n);
  });
  afterEach(async () => {
    await api.stop();
  });

  test('answers equal where every byte is, and shows both sides', async () => {
    const data = pledgeData(9n);
    chain.set(PLEDGE, { owner: TEST_PROGRAM, lamports: 1n, data });

    const { status, json } = await api.get(PATH(PLEDGE));

    expect(status).toBe(200);
    expect(() => verificationAnswer.parse(json)).not.toThrow();
    const side = { exists: true, owner: TEST_PROGRAM, lamports: '1', data: data.toString('base64') };
    expect(json).toMatchObject({
      kind: 'pledge',
      equal: true,
      slot: 5,
      indexed: side,
      chain: side,
      differences: [],
    });
  });

  test('names the fields that differ', async () => {
    chain.set(PLEDGE, { owner: pubkeyOf('thief'), lamports: 2n, data: pledgeData(10n) });

    expect((await api.get(PATH(PLEDGE))).json).toMatchObject({
      equal: false,
      differences: [
        { field: 'owner program', indexed: TEST_PROGRAM, chain: pubkeyOf('thief') },
        { field: 'lamports', indexed: '1', chain: '2' },
        { field: 'amount', indexed: '9', chain: '10' },
      ],
    });
  });

  test('sees a single changed bit of bytes that no field names', async () => {
    const launch = encodeAccount('LaunchConfig', LAUNCH_COLUMNS, {
      header: '0000',
      status: '1',
      launch_id: '7',
      authority: Buffer.from(keyOf('authority')).toString('hex'),
      launch_mint: Buffer.from(keyOf('launch mint')).toString('hex'),
      pledge_mint: Buffer.from(keyOf('pledge mint')).toString('hex'),
      total_pledged: String(2n ** 64n - 1n),
      start_ts: '-1',
      tail: '00'.repeat(120),
      ...Object.fromEntries(
        'min_raise max_raise token_allocation pledger_count end_ts release_start_ts release_cliff_seconds release_duration_seconds max_pledge_per_wallet'
          .split(' ')
          .map((name) => [name, '0']),
      ),
      escrow_token_account: Buffer.from(await escrowKey()).toString('hex'),
    });
    chain.set(LAUNCH, { owner: TEST_PROGRAM, lamports: 1n, data: launch });
    expect((await api.get(PATH(LAUNCH))).json).toMatchObject({ kind: 'launch_config', equal: true });

    const changed = Buffer.from(launch);
    changed[342] = 1;
    chain.set(LAUNCH, { owner: TEST_PROGRAM, lamports: 1n, data: changed });
    expect((await api.get(PATH(LAUNCH))).json).toMatchObject({
      equal: false,
      differences: [{ field: 'tail', chain: `${'00'.repeat(119)}01` }],
    });
    chain.set(LAUNCH, { owner: TEST_PROGRAM, lamports: 1n, data: launch.subarray(0, 300) });
    expect((await api.get(PATH(LAUNCH))).json).toMatchObject({ equal: false });
  });

  test('an account that is closed in the index and on chain is equal, and one that is open again is not', async () => {
    expect((await api.get(PATH(ESCROW))).json).toMatchObject({
      kind: 'escrow',
      equal: true,
      indexed: { exists: false, owner: null, lamports: null, data: null },
    });

    chain.set(ESCROW, { owner: pubkeyOf('token program'), lamports: 1n, data: Buffer.alloc(165) });
    expect((await api.get(PATH(ESCROW))).json).toMatchObject({
      equal: false,
      differences: [{ field: 'exists', indexed: 'false', chain: 'true' }],
    });
  });

  test('compares at the slot that the node answered at, and waits for the index to reach it', async () => {
    slot = 8n;
    chain.set(PLEDGE, { owner: TEST_PROGRAM, lamports: 1n, data: pledgeData(12n) });
    const waiting = api.get(PATH(PLEDGE));
    under.index.pledge({ launchId: 7n, pledger: 'a', slot: 8n, amount: 12n, refunded: true, pledgedTs: -5n });
    under.index.pledge({ launchId: 7n, pledger: 'a', slot: 9n, amount: 13n, refunded: true, pledgedTs: -5n });
    under.index.coverage('streamed', 6n, 9n);
    await under.index.checkpoint({ slot: 9n });

    expect((await waiting).json).toMatchObject({ equal: true, slot: 8, source: { last_indexed_slot: 8 } });
  });

  test('reads the chain anew at every question', async () => {
    chain.set(PLEDGE, { owner: TEST_PROGRAM, lamports: 1n, data: pledgeData(9n) });
    const first = await api.get(PATH(PLEDGE));
    chain.set(PLEDGE, { owner: TEST_PROGRAM, lamports: 3n, data: pledgeData(9n) });
    const second = await api.get(PATH(PLEDGE), { 'if-none-match': String(first.headers.etag) });

    expect([first.json.equal, second.json.equal]).toEqual([true, false]);
  });

  test('does not ask the node about a key that the index does not keep', async () => {
    expect(await api.get(PATH(pubkeyOf('somebody')))).toMatchObject({ status: 404 });
    expect(asked).toBe(0);
  });

  test('answers 503 where the operator named no node', async () => {
    const without = openApi(under.olap);
    try {
      await without.followed.reaches(5n);
      expect(await without.get(PATH(PLEDGE))).toMatchObject({
        status: 503,
        json: { detail: expect.stringContaining('SOLANA_RPC_URL') },
      });
    } finally {
      await without.stop();
    }
  });

  async function escrowKey(): Promise<Uint8Array> {
    const { json } = await api.get('/api/v1/ilo/launches/7/');
    return pubkeyBytes(json.launch.escrow_token_account);
  }
});
