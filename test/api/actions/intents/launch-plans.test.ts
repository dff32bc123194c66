import { describe, expect, test } from 'vitest';
import type { BuilderContext } from '../../../../api/actions/intents/builders/context.ts';
import { draftPledge } from '../../../../api/actions/intents/builders/pledge.ts';
import { draftTakeOut } from '../../../../api/actions/intents/builders/take-out.ts';
import { planTermsAnswer } from '../../../../api/actions/intents/terms.ts';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { chainOf, mint, token } from '../../venues/chain-of.ts';

const [PLEDGED, LAUNCHED, WALLET] = [pubkeyOf('pledge mint'), pubkeyOf('launch mint'), pubkeyOf('a pledger')];
const account = associatedTokenAddress(WALLET, PLEDGED);
const chain = chainOf(
  new Map([
    [PLEDGED, mint(6)],
    [LAUNCHED, mint(2)],
    [account, token({ mint: PLEDGED, owner: WALLET, amount: 5_000_000n })],
  ]),
);

/** A launch of which half of the allocation is unlocked, and one wallet's pledge of a quarter of the raise. */
function building(status: 'active' | 'succeeded' | 'failed'): BuilderContext {
  const launch = {
    ...{ status, launchMint: LAUNCHED, pledgeMint: PLEDGED, maxRaise: 10_000_000n, maxPledgePerWallet: 0n },
    ...{ tokenAllocation: 1_000n, totalPledged: 4_000_000n, startTs: 0n, endTs: 1_000n },
    ...{ releaseStartTs: 0n, releaseCliffSeconds: 0, releaseDurationSeconds: 1_000 },
  };
  const pledge = { amount: 1_000_000n, tokensReleased: 0n, refunded: false };
  const view = { launch: () => ({ launch, pledge }) };
  const ask = async (_slot: unknown, question: (of: typeof view) => unknown) => ({
    ...{ stamp: { slot: 9n, now: 500n }, facts: question(view) },
  });
  // Only what the drafts read.
  return { chain, mirror: { ask } } as unknown as BuilderContext;
}

const symbolOf = (of: string) => (of === PLEDGED ? 'USDC' : undefined);
const pledged = (amount: string, ui_amount: string) => ({
  ...{ asset: PLEDGED, mint: PLEDGED, chain: null, unit: 'base_units', symbol: 'USDC', decimals: 6 },
  ...{ amount, ui_amount },
});
const WITHOUT_VENUE = {
  ...{ minimum_out: null, price_impact_bps: null, route: null, fees: [], slippage_bps: null },
};

describe('the plan', () => {
  test('of a pledge gives it, and receives nothing by itself', async () => {
    const asked = { launchId: 7n, wallet: WALLET, amount: 2_500_000n };
    const draft = await draftPledge(building('active'), asked);

    const terms = { gives: [pledged('2500000', '2.5')], receives: [], ...WITHOUT_VENUE };
    expect(await planTermsAnswer({ chain, symbolOf }, draft)).toEqual(terms);
  });

  test('of a claim receives what is unlocked, and of a refund the pledge', async () => {
    const asked = { launchId: 7n, wallet: WALLET };
    const claim = await draftTakeOut(building('succeeded'), 'claim', asked);
    const refund = await draftTakeOut(building('failed'), 'refund', asked);

    const unlocked = {
      ...{ asset: LAUNCHED, mint: LAUNCHED, chain: null, unit: 'base_units', symbol: null, decimals: 2 },
      ...{ amount: '125', ui_amount: '1.25' },
    };
    const of = (draft: typeof claim) => planTermsAnswer({ chain, symbolOf }, draft);
    expect(await of(claim)).toEqual({ gives: [], receives: [unlocked], ...WITHOUT_VENUE });
    expect(await of(refund)).toEqual({ gives: [], receives: [pledged('1000000', '1')], ...WITHOUT_VENUE });
  });

  test('of a draft that says nothing has its outflows, and the rest is unknown', async () => {
    const move = { outflows: [{ mint: LAUNCHED, amount: 3n }], counterparties: [] };
    const terms = await planTermsAnswer({ chain: undefined, symbolOf }, { move });

    expect(terms).toMatchObject({ gives: [{ amount: '3', decimals: null, ui_amount: null }] });
    expect(terms).toMatchObject({ ...WITHOUT_VENUE, receives: null, fees: null });
  });
});
