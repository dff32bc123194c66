import { describe, expect, test } from 'vitest';
import { pubkeyOf } from '../../support/index-builder.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';

describe('the settlement in a launch detail', () => {
  const mirror = mirrorSuite();
  const get = (path: string) => mirror.api.get(`/api/v1/ilo/launches/${path}`);

  test('settles a succeeded launch at the block time of the slot, never at the wall clock', async () => {
    // Given three equal pledges of 1,000 over an allocation of 10,000, half way through the release
    const launch = { launchId: 1n, status: 2, tokenAllocation: 10_000n, totalPledged: 3_000n } as const;
    mirror.index.launch({
      ...launch,
      slot: 10n,
      releaseStartTs: 1_000n,
      cliffSeconds: 100,
      durationSeconds: 1_000,
    });
    for (const pledger of ['a', 'b', 'c']) {
      mirror.index.pledge({ launchId: 1n, pledger, slot: 9n, amount: 1_000n, pledgedTs: 500n });
    }
    mirror.index
      .pledge({
        launchId: 1n,
        pledger: 'a',
        slot: 11n,
        amount: 1_000n,
        pledgedTs: 500n,
        tokensReleased: 600n,
      })
      .tokenAccount({ launchId: 1n, role: 'escrow', slot: 9n, amount: 3_000n })
      .tokenAccount({ launchId: 1n, role: 'vault', slot: 9n, amount: 9_999n })
      .tokenAccount({ launchId: 1n, role: 'vault', slot: 11n, amount: 9_399n })
      .slot(10n, 1_050n)
      .slot(11n, 1_500n)
      .coverage('streamed', 9n, 12n);
    await mirror.index.checkpoint({ slot: 12n });
    await mirror.api.followed.reaches(12n);

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
      vault: { released_total: '600', owed_total: '9399', covers_owed: true },
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
    mirror.index
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
    await mirror.index.checkpoint({ slot: 21n, slotTime: 5_000n });
    await mirror.api.followed.reaches(21n);

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
    mirror.index
      .launch({ launchId: 3n, slot: 30n, status: 4, tokenAllocation: 100n, totalPledged: 10n })
      .pledge({ launchId: 3n, pledger: 'a', slot: 10n, amount: 10n, tokensReleased: 100n })
      .tokenAccount({ launchId: 3n, role: 'escrow', slot: 10n, amount: 10n })
      .tokenAccount({ launchId: 3n, role: 'escrow', slot: 31n, closed: true })
      .tokenAccount({ launchId: 3n, role: 'vault', slot: 31n, amount: 0n });
    await mirror.index.checkpoint({ slot: 31n, slotTime: 5_000n });
    await mirror.api.followed.reaches(31n);

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

  test('is in the status and in every list row too, now and at an earlier slot', async () => {
    const launch = { launchId: 4n, slot: 1n, tokenAllocation: 10n, totalPledged: 10n } as const;
    mirror.index
      .launch({ ...launch, status: 1 })
      .launch({ ...launch, slot: 2n, status: 2 })
      .pledge({ launchId: 4n, pledger: 'a', slot: 1n, amount: 10n, tokensReleased: 3n })
      .tokenAccount({ launchId: 4n, role: 'vault', slot: 2n, amount: 6n })
      .slot(1n, 50n)
      .coverage('streamed', 1n, 3n);
    await mirror.index.checkpoint({ slot: 3n });
    await mirror.api.followed.reaches(3n);

    const { settlement } = (await get('4/')).json;
    // One token is missing in the vault.
    expect(settlement.vault).toEqual({ released_total: '3', owed_total: '7', covers_owed: false });
    for (const at of ['', '?as_of_slot=2']) {
      expect((await mirror.api.get(`/api/v1/ilo/status/${at}`)).json.settlement).toEqual(settlement);
      expect((await get(at)).json.results[0].settlement).toEqual(settlement);
    }
    expect((await mirror.api.get('/api/v1/ilo/status/?as_of_slot=1')).json).not.toHaveProperty('settlement');
    expect((await get('?as_of_slot=1')).json.results[0]).not.toHaveProperty('settlement');
  });

  test('says that unlocked amounts are unknown when no block time is known', async () => {
    mirror.index
      .launch({ launchId: 5n, slot: 1n, status: 2, tokenAllocation: 10n, totalPledged: 10n })
      .pledge({ launchId: 5n, pledger: 'a', slot: 1n, amount: 10n });
    await mirror.index.checkpoint({ slot: 1n });
    await mirror.api.followed.reaches(1n);

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
});
