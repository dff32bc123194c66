import { describe, expect, test } from 'vitest';
import { draftPledge } from '../../../../api/actions/intents/builders/pledge.ts';
import { draftTakeOut } from '../../../../api/actions/intents/builders/take-out.ts';
import { planTermsAnswer } from '../../../../api/actions/intents/terms.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { buildingFor, chainFor, LAUNCHED, PLEDGED } from './launch-building.ts';

const WALLET = pubkeyOf('a pledger');
const chain = chainFor(WALLET);
const building = (status: Parameters<typeof buildingFor>[1]) => buildingFor(WALLET, status);

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
