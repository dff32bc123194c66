import { describe, expect, test } from 'vitest';
import { explorerLinks } from '../../../api/actions/addresses.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { launchAddress, launchVaultAddress, pledgeAddress } from '../../../idl/pda.ts';
import { launchDetailAnswer } from '../../../schemas/rest/answers.ts';
import { keyOf, pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';
import { TEST_RPC_URL } from '../support/mirror-under-test.ts';

const U64_MAX = 2n ** 64n - 1n;
const program = pubkeyBytes(TEST_PROGRAM);

const link = explorerLinks('localnet', TEST_RPC_URL);
function linksOf(launchId: bigint, wallet: string) {
  const pledge = pubkeyFromBytes(pledgeAddress(program, launchId, keyOf(wallet)));
  return { pledge: link(pledge), pledger: link(pubkeyOf(wallet)) };
}

describe('GET /ilo/launches/<launch_id>/', () => {
  const mirror = mirrorSuite();
  const get = (path: string) => mirror.api.get(`/api/v1/ilo/launches/${path}`);

  test('answers every field of an active launch', async () => {
    // Given a launch with its escrow and without a vault
    mirror.index
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
      .mint('pledge mint', 6, 80n)
      .slot(100n, 1_790_000_300n)
      .coverage('streamed', 80n, 100n)
      .audit(96n, 'equal');
    await mirror.index.checkpoint({
      slot: 100n,
      chainSlot: 103n,
      slotTime: 1_790_000_300n,
      indexedAt: 1_790_000_301_250,
    });
    await mirror.api.followed.reaches(100n);

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
        pledge_window: 'open',
        authority: pubkeyOf('authority'),
        launch_mint: pubkeyOf('launch mint'),
        pledge_mint: pubkeyOf('pledge mint'),
        launch_mint_decimals: null,
        launch_mint_symbol: null,
        pledge_mint_decimals: 6,
        pledge_mint_symbol: 'USDC',
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
    mirror.index
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
    await mirror.index.checkpoint({ slot: 5n, slotTime: 1_790_000_000n });
    await mirror.api.followed.reaches(5n);

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
      explorer: linksOf(U64_MAX, 'whale'),
      allocation: { entitlement: '18446744073709551615', unlocked: '0', released: '0', claimable: '0' },
    });
  });

  test('answers for a wallet without a pledge, at the address where one would be', async () => {
    mirror.index.launch({ launchId: 4n, slot: 1n, status: 1 });
    await mirror.index.checkpoint({ slot: 1n });
    await mirror.api.followed.reaches(1n);

    const { json } = await get(`4/?wallet=${pubkeyOf('nobody')}`);

    expect(json.wallet).toEqual({
      wallet: pubkeyOf('nobody'),
      pledge_address: pubkeyFromBytes(pledgeAddress(program, 4n, keyOf('nobody'))),
      pledged: '0',
      pledged_ts: null,
      explorer: linksOf(4n, 'nobody'),
    });
  });

  test('shows at each slot whether the launch takes pledges, and when it waits to be finalized', async () => {
    const launch = { launchId: 9n, startTs: 1_000n, endTs: 2_000n };
    mirror.index.launch({ ...launch, slot: 1n, status: 0 }).launch({ ...launch, slot: 2n, status: 1 });
    mirror.index.launch({ ...launch, slot: 6n, status: 3 });
    mirror.index.slot(1n, 900n).slot(2n, 999n).slot(3n, 1_000n).slot(4n, 1_999n).slot(5n, 2_000n);
    mirror.index.slot(6n, 2_001n).coverage('streamed', 1n, 6n);
    await mirror.index.checkpoint({ slot: 6n });
    await mirror.api.followed.reaches(6n);

    const windows = [];
    for (const slot of [1, 2, 3, 4, 5, 6]) {
      windows.push((await get(`9/?as_of_slot=${slot}`)).json.launch.pledge_window);
    }

    const last = ['awaiting_finalization', 'closed'];
    expect(windows).toEqual(['not_open', 'not_open', 'open', 'open', ...last]);
  });

  test('answers 404 for an id without a LaunchConfig, for one that was closed, and for one not yet there', async () => {
    mirror.index
      .launch({ launchId: 6n, slot: 10n })
      .launch({ launchId: 6n, slot: 12n, closed: true })
      .coverage('streamed', 5n, 12n);
    await mirror.index.checkpoint({ slot: 12n });
    await mirror.api.followed.reaches(12n);

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
