import { mint, movedAmount, oneOf } from '../../../../schemas/mcp/arguments.ts';
import { marketName, maximumFee } from '../../../../schemas/mcp/venues.ts';
import { amountLeaves, defineVenueTool, requireArgument, tokens } from './define.ts';

const LENDING = { scope: 'trade', toolset: 'trading', kinds: ['lending'] } as const;

export const LENDING_TOOLS = [
  defineVenueTool({
    ...LENDING,
    name: 'flash_loan',
    title: 'Flash loan',
    description:
      'Proposes one transaction that borrows, does what `purpose` says in a market, and pays back: all of it or nothing. The venue decides what happens in between; no more than maximum_fee may leave the wallet.',
    kinds: ['flash'],
    input: {
      mint,
      amount: movedAmount,
      maximum_fee: maximumFee,
      purpose: oneOf(['arbitrage', 'collateral_swap', 'debt_swap', 'liquidation'], 'What the loan is for.'),
      market: marketName,
    },
    leaves: ({ mint: token, maximum_fee }) => (maximum_fee === 0n ? undefined : tokens(token, maximum_fee)),
    what: ({ mint: token, amount, maximum_fee, purpose, market }) =>
      `Flash-borrow ${amount} base units of ${token} for ${purpose.replace('_', ' ')} in market ${market}, with a fee of at most ${maximum_fee} base units`,
  }),
  defineVenueTool({
    ...LENDING,
    name: 'lend_borrow',
    title: 'Borrow',
    description:
      'Proposes to borrow in a lending market, against earlier deposits or against collateral given with this call: collateral_mint and collateral_amount, both or neither. A debt can be liquidated.',
    input: {
      market: marketName,
      mint,
      amount: movedAmount,
      collateral_mint: mint.optional().meta({ description: 'Mint of collateral that is given with it.' }),
      collateral_amount: movedAmount.optional().meta({ description: 'How much of it, in base units.' }),
    },
    coherent: ({ collateral_mint: collateral, collateral_amount: amount }) =>
      requireArgument(
        (collateral === undefined) === (amount === undefined),
        amount === undefined ? 'collateral_amount' : 'collateral_mint',
        'given together with the other of the two',
      ),
    leaves: ({ collateral_mint: collateral, collateral_amount: amount }) =>
      collateral && amount ? tokens(collateral, amount) : undefined,
    comesIn: amountLeaves,
    what: ({ market, mint: token, amount, collateral_mint: collateral, collateral_amount: given }) => {
      const against = collateral ? ` against ${given} base units of ${collateral}` : '';
      return `Borrow ${amount} base units of ${token} in market ${market}${against}`;
    },
  }),
  defineVenueTool({
    ...LENDING,
    name: 'lend_deposit',
    title: 'Deposit to lend',
    description: 'Proposes a deposit of tokens into a lending market.',
    kinds: ['lending', 'earn'],
    input: { market: marketName, mint, amount: movedAmount },
    leaves: amountLeaves,
    what: ({ market, mint: token, amount }) =>
      `Deposit ${amount} base units of ${token} into market ${market}`,
  }),
  defineVenueTool({
    ...LENDING,
    name: 'lend_repay',
    title: 'Repay a loan',
    description: 'Proposes to pay back what was borrowed in a lending market, up to an amount.',
    input: { market: marketName, mint, amount: movedAmount },
    leaves: amountLeaves,
    what: ({ market, mint: token, amount }) =>
      `Repay up to ${amount} base units of ${token} in market ${market}`,
  }),
];
