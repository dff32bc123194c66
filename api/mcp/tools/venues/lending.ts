import { z } from 'zod';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { mint, movedAmount } from '../../../../schemas/mcp/arguments.ts';
import { marketName, maximumFee } from '../../../../schemas/mcp/venue-arguments.ts';
import { defineVenueTool } from './define.ts';

const LENDING = { scope: 'trade', toolset: 'trading', kinds: ['lending'] } as const;

export const lendDeposit = defineVenueTool({
  ...LENDING,
  name: 'lend_deposit',
  title: 'Deposit to lend',
  description: 'Proposes a deposit of tokens into a lending market.',
  input: { market: marketName, mint, amount: movedAmount },
  move: ({ mint: token, amount }) => ({
    outflows: [{ mint: parsePubkey(token), amount }],
    counterparties: [],
  }),
  what: ({ market, mint: token, amount }) => `Deposit ${amount} base units of ${token} into market ${market}`,
});

export const lendBorrow = defineVenueTool({
  ...LENDING,
  name: 'lend_borrow',
  title: 'Borrow',
  description:
    'Proposes to borrow in a lending market, against what is deposited there or against collateral that is given with it: collateral_mint and collateral_amount, both or neither. A debt can be liquidated; set_liquidation_alert can warn of it.',
  input: {
    market: marketName,
    mint,
    amount: movedAmount,
    collateral_mint: mint.optional().meta({ description: 'Mint of collateral that is given with it.' }),
    collateral_amount: movedAmount.optional().meta({ description: 'How much of it, in base units.' }),
  },
  coherent: ({ collateral_mint: collateral, collateral_amount: amount }) => {
    if ((collateral === undefined) === (amount === undefined)) return;
    const name = amount === undefined ? 'collateral_amount' : 'collateral_mint';
    throw new LaunchlensError('PARAMETER_MALFORMED', { name, expected: 'there with the other of the two' });
  },
  move: ({ collateral_mint: collateral, collateral_amount: amount }) => ({
    outflows: collateral && amount ? [{ mint: parsePubkey(collateral), amount }] : [],
    counterparties: [],
  }),
  comesIn: ({ mint: token, amount }) => ({ mint: parsePubkey(token), amount }),
  what: ({ market, mint: token, amount, collateral_mint: collateral, collateral_amount: given }) => {
    const against = collateral ? ` against ${given} base units of ${collateral}` : '';
    return `Borrow ${amount} base units of ${token} in market ${market}${against}`;
  },
});

export const lendRepay = defineVenueTool({
  ...LENDING,
  name: 'lend_repay',
  title: 'Repay a loan',
  description: 'Proposes to pay back what was borrowed in a lending market, up to an amount.',
  input: { market: marketName, mint, amount: movedAmount },
  move: ({ mint: token, amount }) => ({
    outflows: [{ mint: parsePubkey(token), amount }],
    counterparties: [],
  }),
  what: ({ market, mint: token, amount }) =>
    `Repay up to ${amount} base units of ${token} in market ${market}`,
});

const PURPOSES = ['arbitrage', 'collateral_swap', 'debt_swap', 'liquidation'] as const;

export const flashLoan = defineVenueTool({
  name: 'flash_loan',
  title: 'Flash loan',
  description:
    'Proposes one transaction that borrows, does what `purpose` says in a market, and pays back: all of it or nothing. The venue decides what is done in between; no more than maximum_fee may leave the wallet.',
  scope: 'trade',
  toolset: 'trading',
  kinds: ['flash'],
  input: {
    mint,
    amount: movedAmount,
    maximum_fee: maximumFee,
    purpose: z
      .enum(PURPOSES, { error: `one of ${PURPOSES.join(', ')}` })
      .meta({ description: 'What the loan is for.' }),
    market: marketName,
  },
  move: ({ mint: token, maximum_fee: amount }) => ({
    outflows: amount === 0n ? [] : [{ mint: parsePubkey(token), amount }],
    counterparties: [],
  }),
  what: ({ mint: token, amount, maximum_fee, purpose, market }) =>
    `Flash-borrow ${amount} base units of ${token} for ${purpose.replace('_', ' ')} in market ${market}, with a fee of at most ${maximum_fee} base units`,
});
