import { describe, expect, test } from 'vitest';
import { readMessage, readTransaction } from '../../../api/actions/transactions/message.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { MEMO_PROGRAM_IDS } from '../../../idl/programs.ts';
import { startScriptedHttp } from '../../support/scripted-http.ts';
import { memo, role, token, transactionOf, wallet } from '../venues/chain-of.ts';
import { openVenueApi } from './support/venue-api.ts';
import { VENUE_CALLS } from './support/venue-calls.ts';
import { decisionsOfVenues, LEFT, LST, lstAccount, SOL } from './support/venue-suite.ts';

const store = decisionsOfVenues();

describe('Jupiter', () => {
  test('quotes beside a venue that fails, swaps what was asked for, and stakes where no other venue does', async () => {
    let transaction = '';
    await using jupiter = await startScriptedHttp(({ path, body }) => {
      if (path === '/swap')
        return { status: 200, body: JSON.stringify({ swapTransaction: transaction, seen: body }) };
      const asked = new URLSearchParams(path.split('?')[1]);
      const quote = {
        ...{ inputMint: asked.get('inputMint'), outputMint: asked.get('outputMint') },
        ...{
          inAmount: asked.get('amount'),
          outAmount: '95',
          otherAmountThreshold: '95',
          swapMode: 'ExactIn',
        },
        ...{ slippageBps: Number(asked.get('slippageBps')), priceImpactPct: '0', routePlan: [{}] },
      };
      return { status: 200, body: JSON.stringify(quote) };
    });
    await using away = await startScriptedHttp(() => ({ status: 404, body: '' }));
    const both = await openVenueApi(store.oltp, {
      JUPITER_API_URL: jupiter.url,
      VENUE_STAKING_URL: away.url,
    });
    expect(await both.call('get_quotes', VENUE_CALLS.get_quotes)).toMatchObject({
      quotes: [{ venue: 'jupiter', receives: { amount: '95' } }],
      unanswered: [{ venue: 'staking', code: 'venue_refused' }],
    });

    const under = await openVenueApi(store.oltp, { JUPITER_API_URL: jupiter.url });
    const owner = under.owner.address;
    under.chain.before = new Map([[owner, wallet(SOL)]]);
    under.chain.after = new Map([
      [owner, wallet(LEFT)],
      [lstAccount, token({ mint: LST, owner, amount: 95n })],
    ]);
    const roles = [role(owner, { signer: true }), role(lstAccount)];
    transaction = Buffer.from(transactionOf(owner, [memo(roles)])).toString('base64');
    const { intent } = await under.propose('liquid_stake', VENUE_CALLS.liquid_stake ?? {});
    expect(intent).toMatchObject({
      outflows: [{ mint: NATIVE_MINT, amount: '1000' }],
      summary: expect.stringContaining('at the venue jupiter'),
    });
    expect(await under.handOut(intent.id)).toMatchObject({ status: 200 });
    const swap = { input_mint: NATIVE_MINT, output_mint: LST, amount: '1000', slippage_bps: 0 };
    expect(await under.propose('jupiter_swap', swap)).toMatchObject({ stage: 'proposed' });
    const asked = jupiter.questions
      .filter(({ path }) => path === '/swap')
      .map(({ body }) => JSON.parse(body));
    expect(new Set(asked.map(({ userPublicKey }) => userPublicKey))).toEqual(new Set([owner]));
  });

  test('gives instructions by version 2 of its API, which become the transaction that the owner signs', async () => {
    let swapInstruction = {};
    await using jupiter = await startScriptedHttp(({ path }) => {
      const [at, query] = path.split('?');
      if (at !== '/swap/v2/build') return { status: 404, body: '' };
      const asked = new URLSearchParams(query);
      const build = {
        ...{ inputMint: asked.get('inputMint'), outputMint: asked.get('outputMint') },
        ...{ inAmount: asked.get('amount'), outAmount: '95', otherAmountThreshold: '95' },
        ...{ swapMode: 'ExactIn', slippageBps: Number(asked.get('slippageBps')), routePlan: [{}] },
        ...{ computeBudgetInstructions: [], setupInstructions: [], swapInstruction },
      };
      return { status: 200, body: JSON.stringify(build) };
    });
    const under = await openVenueApi(store.oltp, { JUPITER_API_URL: `${jupiter.url}/swap/v2` });
    const owner = under.owner.address;
    const account = (pubkey: string, isSigner: boolean) => ({ pubkey, isSigner, isWritable: true });
    swapInstruction = {
      programId: MEMO_PROGRAM_IDS[1],
      accounts: [account(owner, true), account(lstAccount, false)],
      data: Buffer.from('a swap').toString('base64'),
    };
    under.chain.before = new Map([[owner, wallet(SOL)]]);
    under.chain.after = new Map([
      [owner, wallet(LEFT)],
      [lstAccount, token({ mint: LST, owner, amount: 95n })],
    ]);
    const swap = { input_mint: NATIVE_MINT, output_mint: LST, amount: '1000', slippage_bps: 0 };

    const { plan } = await under.call('jupiter_swap', swap);
    expect(plan).toMatchObject({ slippage_bps: 0, fees: [], route: { venue: 'jupiter', label: 'direct' } });
    const { intent } = await under.propose('jupiter_swap', swap);
    const { status, json } = await under.handOut(intent.id);

    expect(status).toBe(200);
    const received = readTransaction(Buffer.from(json.transaction, 'base64'));
    expect(received && readMessage(received.message)?.instructions.at(-1)?.data).toEqual(
      Uint8Array.from(Buffer.from('a swap')),
    );
  });
});
