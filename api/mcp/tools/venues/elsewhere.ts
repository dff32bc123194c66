import { type Pubkey, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { mint, movedAmount } from '../../../../schemas/mcp/arguments.ts';
import {
  addressElsewhere,
  amountElsewhere,
  chainName,
  currency,
  evmToken,
  outputMint,
  slippageBps,
} from '../../../../schemas/mcp/venue-arguments.ts';
import { defineVenueTool } from './define.ts';

const TRADE = { scope: 'trade', toolset: 'trading' } as const;
/** A transaction on another chain takes nothing out of the wallet on this one. */
const NOTHING_LEAVES = () => ({ outflows: [], counterparties: [] });

export const evmSwap = defineVenueTool({
  ...TRADE,
  name: 'evm_swap',
  title: 'Swap on an EVM chain',
  description:
    "Proposes a swap of two tokens on an EVM chain, which the owner carries out on the venue's pages with a wallet of that chain. Nothing leaves the wallet on Solana, so its limits do not count this.",
  kinds: ['evm'],
  input: {
    chain: chainName,
    input_token: evmToken,
    output_token: evmToken,
    amount: amountElsewhere,
    slippage_bps: slippageBps,
  },
  move: NOTHING_LEAVES,
  what: ({ chain, input_token, output_token, amount }) =>
    `Swap ${amount} base units of ${input_token} for ${output_token} on ${chain}`,
});

export const bridgeIn = defineVenueTool({
  ...TRADE,
  name: 'bridge_in',
  title: 'Bridge in',
  description:
    "Proposes to bring tokens from another chain into the owner's wallet. What leaves the wallet on that chain is signed there, and not counted by the limits here.",
  kinds: ['bridge'],
  input: {
    source_chain: chainName,
    source_token: evmToken,
    amount: amountElsewhere,
    output_mint: outputMint,
  },
  move: NOTHING_LEAVES,
  what: ({ source_chain, source_token, amount, output_mint }) =>
    `Bridge ${amount} base units of ${source_token} from ${source_chain} to ${output_mint}`,
});

export const bridgeOut = defineVenueTool({
  ...TRADE,
  name: 'bridge_out',
  title: 'Bridge out',
  description:
    "Proposes to send tokens from the owner's wallet to an address on another chain. Where the owner lets agents deal with registered counterparties alone, this is refused: no address of another chain is one.",
  kinds: ['bridge'],
  input: { mint, amount: movedAmount, destination_chain: chainName, destination_address: addressElsewhere },
  move: ({ mint: token, amount, destination_address }) => ({
    outflows: [{ mint: parsePubkey(token), amount }],
    // Policies know counterparties elsewhere only as text.
    counterparties: [destination_address as Pubkey],
  }),
  what: ({ mint: token, amount, destination_chain, destination_address }) =>
    `Send ${amount} base units of ${token} to ${destination_address} on ${destination_chain}`,
});

export const offrampToFiat = defineVenueTool({
  ...TRADE,
  name: 'offramp_to_fiat',
  market: 'offramp',
  title: 'Cash out',
  description:
    'Proposes to sell tokens for money of a state, paid out by a provider. Who is paid the provider asks on its own pages; no bank details are taken here. Gated by jurisdiction.',
  kinds: ['offramp'],
  input: { mint, amount: movedAmount, currency },
  move: ({ mint: token, amount }) => ({
    outflows: [{ mint: parsePubkey(token), amount }],
    counterparties: [],
  }),
  what: ({ mint: token, amount, currency: into }) => `Sell ${amount} base units of ${token} for ${into}`,
});
