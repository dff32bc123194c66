import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { launchAddress, launchVaultAddress, pledgeAddress } from '../../../idl/pda.ts';
import { launchDetailAnswer } from '../../../schemas/rest/answers.ts';
import { keyOf, pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const U64_MAX = 2n ** 64n - 1n;
const program = pubkeyBytes(TEST_PROGRAM);

describe('GET /ilo/launches/<launch_id>/', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(async () => {
    await under.dispose();
  });
  beforeEach(async () => {
    await under.index.reset();
    api = openApi(under.olap);
  });
  afterEach(async () => {
    await api.stop();
  });
  const get = (path: string) => api.get(`/api/v1/ilo/launches/${path}`);

  test('answers every field of an active launch', async () => {
    // Given a launch with its escrow and without a vault
    under.index
      .launch({
        launchId: 7n,
        slot: 90n,
        status: 1,
        minRaise: 2_000n,
        maxRaise: 5_000n,
        tokenAllocation: 1_000_000n,
        totalPledged: 300n,
        pledgerCount: 2,
        startTs: 1_790_000_000n,
        endTs: 1_790_000_600n,
        releaseStartTs: 1_790_001_000n,
        cliffSeconds: 60,
        durationSeconds: 600,
        maxPledgePerWallet: 4_000n,
      })
      .tokenAccount({ launchId: 7n, role: 'escrow', slot: 95n, amount: 300n })
      .slot(100n, 1_790_000_300n)
      .coverage('streamed', 80n, 100n)
      .audit(96n, 'equal');
    await under.index.checkpoint({
      slot: 100n,
      chainSlot: 103n,
      slotTime: 1_790_000_300n,
      indexedAt: 1_790_000_301_250,
    });
    await api.followed.reaches(100n);

    // When it is asked for
    const { status, headers, json } = await get('7/');

    // Then every member is there, with the stamp of slot 100
    expect(status).toBe(200);
    expect(headers['x-last-indexed-slot']).toBe('100');
    expect(() => launchDetailAnswer.parse(json)).not.toThrow();
    const address = pubkeyFromBytes(launchAddress(program, 7n));
    const vault = pubkeyFromBytes(launchVaultAddress(program, 7n));
    const explorer = (key: string) =>
      `https://explorer.solana.com/address/${key}?cluster=custom&customUrl=http%3A%2F%2F127.0.0.1%3A8899`;
    expect(json).toEqual({
      source: {
        last_indexed_slot: 100,
        commitment: 'confirmed',
        slot_time: '2026-09-21T14:18:20Z',
        chain_slot: 103,
        lag_slots: 3,
        verified_slot: 96,
        indexed_at: '2026-09-21T14:18:21.250Z',
        cluster: 'localnet',
        program_id: TEST_PROGRAM,
      },
      launch: {
        launch_id: '7',
        address,
        phase: 'active',
        status: 'active',
        status_code: 1,
        authority: pubkeyOf('authority'),
        launch_mint: pubkeyOf('launch mint'),
        pledge_mint: pubkeyOf('pledge mint'),
        escrow_token_account: json.launch.escrow_token_account,
        launch_vault: vault,
        min_raise: '2000',
        max_raise: '5000',
        token_allocation: '1000000',
        total_pledged: '300',
        pledger_count: 2,
        start_ts: 1790000000,
        end_ts: 1790000600,
        release_start_ts: 1790001000,
        release_cliff_seconds: 60,
        release_duration_seconds: 600,
        max_pledge_per_wallet: '4000',
        escrow_balance: '300',
        vault_balance: null,
        updated_slot: 90,
        explorer: {
          launch_config: explorer(address),
          escrow_token_account: explorer(json.launch.escrow_token_account),
          launch_vault: explorer(vault),
          launch_mint: explorer(pubkeyOf('launch mint')),
          pledge_mint: explorer(pubkeyOf('pledge mint')),
          authority: explorer(pubkeyOf('authority')),
          program: explorer(TEST_PROGRAM),
        },
      },
    });
  });

  test('keeps every digit of the greatest amounts, ids and times', async () => {
    // Given a succeeded launch whose numbers are the greatest that fit
    under.index
      .launch({
        launchId: U64_MAX,
        slot: 5n,
        status: 2,
        minRaise: U64_MAX,
        maxRaise: U64_MAX,
        tokenAllocation: U64_MAX,
        totalPledged: U64_MAX,
        pledgerCount: 0xffff_ffff,
        startTs: -(2n ** 63n),
        endTs: 2n ** 63n - 1n,
        releaseStartTs: 2n ** 63n - 1n,
        cliffSeconds: 0xffff_ffff,
        durationSeconds: 0xffff_ffff,
        maxPledgePerWallet: U64_MAX,
      })
      .pledge({ launchId: U64_MAX, pledger: 'whale', slot: 5n, amount: U64_MAX, pledgedTs: -1n })
      .tokenAccount({ launchId: U64_MAX, role: 'escrow', slot: 5n, amount: U64_MAX })
      .tokenAccount({ launchId: U64_MAX, role: 'vault', slot: 5n, amount: U64_MAX });
    await under.index.checkpoint({ slot: 5n, slotTime: 1_790_000_000n });
    await api.followed.reaches(5n);

    // When it is asked for with its one pledger
    const { status, text, json } = await get(`${U64_MAX}/?wallet=${pubkeyOf('whale')}`);

    // Then amounts are exact strings and times exact integers
    expect(status).toBe(200);
    expect(json.launch).toMatchObject({
      launch_id: '18446744073709551615',
      min_raise: '18446744073709551615',
      token_allocation: '18446744073709551615',
      pledger_count: 4294967295,
      escrow_balance: '18446744073709551615',
      vault_balance: '18446744073709551615',
    });
    expect(text).toContain('"start_ts":-9223372036854775808,');
    expect(text).toContain('"end_ts":9223372036854775807,');
    // cliff and end: 2^63 - 1 + 2^32 - 1
    expect(text).toContain('"cliff_ts":9223372041149743102,"end_ts":9223372041149743102,"unlocked_bps":0');
    expect(json.settlement).toMatchObject({ allocated_total: '18446744073709551615', dust: '0' });
    expect(json.wallet).toEqual({
      wallet: pubkeyOf('whale'),
      pledge_address: pubkeyFromBytes(pledgeAddress(program, U64_MAX, keyOf('whale'))),
      pledged: '18446744073709551615',
      pledged_ts: -1,
      allocation: { entitlement: '18446744073709551615', unlocked: '0', released: '0', claimable: '0' },
    });
  });

  test('settles a succeeded launch at the block time of the slot, never at the wall clock', async () => {
    // Given three equal pledges of 1,000 over an allocation of 10,000, half way through the release
    const launch = { launchId: 1n, status: 2, tokenAllocation: 10_000n, totalPledged: 3_000n } as const;
    under.index.launch({
      ...launch,
      slot: 10n,
      releaseStartTs: 1_000n,
      cliffSeconds: 100,
      durationSeconds: 1_000,
    });
    for (const pledger of ['a', 'b', 'c']) {
      under.index.pledge({ launchId: 1n, pledger, slot: 9n, amount: 1_000n, pledgedTs: 500n });
    }
    under.index
      .pledge({
        launchId: 1n,
        pledger: 'a',
        slot: 11n,
        amount: 1_000n,
        pledgedTs: 500n,
        tokensReleased: 600n,
      })
      .tokenAccount({ launchId: 1n, role: 'escrow', slot: 9n, amount: 3_000n })
      .slot(10n, 1_050n)
      .slot(11n, 1_500n)
      .coverage('streamed', 9n, 12n);
    await under.index.checkpoint({ slot: 12n });
    await api.followed.reaches(12n);

    // When one of the wallets asks; slot 12 has no block time, so slot 11's is "now"
    const { json } = await get(`1/?wallet=${pubkeyOf('a')}`);

    // Then entitlement = floor(1000 × 10000 / 3000) = 3333, half of it unlocked
    expect(json.source.slot_time).toBe('1970-01-01T00:25:00Z');
    expect(json.settlement).toEqual({
      outcome: 'succeeded',
      total_pledged: '3000',
      token_allocation: '10000',
      allocated_total: '9999',
      dust: '1',
      escrow_emptied: false,
      release: { start_ts: 1000, cliff_ts: 1100, end_ts: 2000, unlocked_bps: 5000 },
    });
    expect(json.wallet.allocation).toEqual({
      entitlement: '3333',
      unlocked: '1666',
      released: '600',
      claimable: '1066',
    });

    // And before the cliff, at slot 10, nothing was unlocked and nothing released
    const before = await get(`1/?wallet=${pubkeyOf('a')}&as_of_slot=10`);
    expect(before.json.source).toMatchObject({ last_indexed_slot: 10, lag_slots: 2 });
    expect(before.json.settlement.release.unlocked_bps).toBe(0);
    expect(before.json.wallet.allocation).toEqual({
      entitlement: '3333',
      unlocked: '0',
      released: '0',
      claimable: '0',
    });
  });

  test('shows the refunds of a failed launch, and a refunded pledge keeps its amount', async () => {
    under.index
      .launch({
        launchId: 2n,
        slot: 20n,
        status: 3,
        tokenAllocation: 500n,
        totalPledged: 70n,
        minRaise: 100n,
      })
      .pledge({ launchId: 2n, pledger: 'a', slot: 10n, amount: 30n })
      .pledge({ launchId: 2n, pledger: 'b', slot: 10n, amount: 40n })
      .pledge({ launchId: 2n, pledger: 'b', slot: 21n, amount: 40n, refunded: true })
      .tokenAccount({ launchId: 2n, role: 'escrow', slot: 21n, amount: 30n });
    await under.index.checkpoint({ slot: 21n, slotTime: 5_000n });
    await api.followed.reaches(21n);

    const { json } = await get(`2?wallet=${pubkeyOf('b')}`);

    expect(json.settlement).toEqual({
      outcome: 'failed',
      total_pledged: '70',
      token_allocation: '500',
      allocated_total: '0',
      dust: '0',
      escrow_emptied: false,
      refunds: { refundable_total: '70', refunded_total: '40', refunded_count: 1 },
    });
    expect(json.wallet).toMatchObject({ pledged: '40', refund: { amount: '40', refunded: true } });
    expect(json.wallet).not.toHaveProperty('allocation');
  });

  test('tells a finalized launch with a closed escrow account as emptied', async () => {
    under.index
      .launch({ launchId: 3n, slot: 30n, status: 4, tokenAllocation: 100n, totalPledged: 10n })
      .pledge({ launchId: 3n, pledger: 'a', slot: 10n, amount: 10n, tokensReleased: 100n })
      .tokenAccount({ launchId: 3n, role: 'escrow', slot: 10n, amount: 10n })
      .tokenAccount({ launchId: 3n, role: 'escrow', slot: 31n, closed: true })
      .tokenAccount({ launchId: 3n, role: 'vault', slot: 31n, amount: 0n });
    await under.index.checkpoint({ slot: 31n, slotTime: 5_000n });
    await api.followed.reaches(31n);

    const { json } = await get(`3/?wallet=${pubkeyOf('a')}`);

    expect(json.launch).toMatchObject({ phase: 'finalized', escrow_balance: null, vault_balance: '0' });
    expect(json.settlement).toMatchObject({ outcome: 'succeeded', escrow_emptied: true, dust: '0' });
    expect(json.wallet.allocation).toEqual({
      entitlement: '100',
      unlocked: '100',
      released: '100',
      claimable: '0',
    });
  });

  test('answers for a wallet without a pledge, at the address where one would be', async () => {
    under.index.launch({ launchId: 4n, slot: 1n, status: 1 });
    await under.index.checkpoint({ slot: 1n });
    await api.followed.reaches(1n);

    const { json } = await get(`4/?wallet=${pubkeyOf('nobody')}`);

    expect(json.wallet).toEqual({
      wallet: pubkeyOf('nobody'),
      pledge_address: pubkeyFromBytes(pledgeAddress(program, 4n, keyOf('nobody'))),
      pledged: '0',
      pledged_ts: null,
    });
  });

  test('says that unlocked amounts are unknown when no block time is known', async () => {
    under.index
      .launch({ launchId: 5n, slot: 1n, status: 2, tokenAllocation: 10n, totalPledged: 10n })
      .pledge({ launchId: 5n, pledger: 'a', slot: 1n, amount: 10n });
    await under.index.checkpoint({ slot: 1n });
    await api.followed.reaches(1n);

    const { json } = await get(`5/?wallet=${pubkeyOf('a')}`);

    expect(json.source.slot_time).toBeNull();
    expect(json.settlement.release.unlocked_bps).toBeNull();
    expect(json.wallet.allocation).toEqual({
      entitlement: '10',
      unlocked: null,
      released: '0',
      claimable: null,
    });
  });

  test('answers 404 for an id without a LaunchConfig, for one that was closed, and for one not yet there', async () => {
    under.index
      .launch({ launchId: 6n, slot: 10n })
      .launch({ launchId: 6n, slot: 12n, closed: true })
      .coverage('streamed', 5n, 12n);
    await under.index.checkpoint({ slot: 12n });
    await api.followed.reaches(12n);

    expect(await get('99/')).toMatchObject({
      status: 404,
      json: { detail: 'No LaunchConfig exists for launch_id 99 at slot 12.' },
    });
    expect(await get('6/')).toMatchObject({ status: 404 });
    expect(await get('6/?as_of_slot=9')).toMatchObject({
      status: 404,
      json: { detail: 'No LaunchConfig exists for launch_id 6 at slot 9.' },
    });
    expect(await get('6/?as_of_slot=11')).toMatchObject({ status: 200 });
  });
});
