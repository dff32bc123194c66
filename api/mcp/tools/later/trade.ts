import { EXECUTION } from '../../catalogue/hints.ts';
import { laterTools } from './define.ts';

export const TRADE_TOOLS = laterTools({ scope: 'trade', toolset: 'trading', hints: EXECUTION }, [
  ['bridge_in', 'Bridge in', "Brings tokens from another chain into the owner's wallet."],
  ['bridge_out', 'Bridge out', "Sends tokens from the owner's wallet to another chain."],
  ['bulk_send_social', 'Send to many', 'Sends tokens to many recipients who are named by social handles.'],
  [
    'claim_ilo_tokens',
    'Claim launch tokens',
    'Claims the unlocked part of an allocation in a launch that succeeded.',
  ],
  ['evm_swap', 'Swap on an EVM chain', 'Swaps two tokens on an EVM chain.'],
  ['flash_loan', 'Flash loan', 'Borrows and pays back within one transaction.'],
  ['fund_wallet', 'Fund a wallet', "Funds an agent wallet from the owner's wallet."],
  ['jupiter_swap', 'Swap by Jupiter', 'Swaps two tokens along a route of the Jupiter aggregator.'],
  ['lend_borrow', 'Borrow', 'Borrows against collateral in a lending market.'],
  ['lend_deposit', 'Deposit to lend', 'Deposits tokens into a lending market.'],
  ['lend_repay', 'Repay a loan', 'Pays back what was borrowed in a lending market.'],
  ['liquid_stake', 'Stake liquidly', "Stakes the chain's native coin for a liquid staking token."],
  ['lst_swap', 'Swap staking tokens', 'Swaps one liquid staking token for another.'],
  ['offramp_to_fiat', 'Cash out', 'Sells tokens for money of a state, paid out by a provider.'],
  ['pledge_to_ilo', 'Pledge to a launch', 'Pledges to an active launch, within its caps.'],
  ['send_token_social', 'Send to a handle', 'Sends tokens to one recipient who is named by a social handle.'],
  ['unstake_lst', 'Unstake', "Turns a liquid staking token back into the chain's native coin."],
]);

export const EQUITY_TOOLS = laterTools({ scope: 'equity', toolset: 'equity', hints: EXECUTION }, [
  [
    'trade_equity',
    'Trade an equity',
    'Buys or sells a tokenized equity. Gated by jurisdiction, independently of every other tool.',
  ],
]);
