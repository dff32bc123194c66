import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { mint, movedAmount } from '../../../../schemas/mcp/arguments.ts';
import * as given from '../../../../schemas/mcp/venues.ts';
import { amountLeaves, defineVenueTool } from './define.ts';

const TRADE = { scope: 'trade', toolset: 'trading' } as const;

/** What happens on another chain, or in a currency of a state. A transaction there takes nothing out of this wallet. */
export const ELSEWHERE_TOOLS = [
  defineVenueTool({
    ...TRADE,
    name: 'bridge_in',
    title: 'Bridge in',
    description:
      "Proposes to bring tokens from another chain into the owner's wallet. The transfer on that chain is signed there, and the limits here do not count it.",
    kinds: ['bridge'],
    input: {
      source_chain: given.chainName,
      source_token: given.evmToken,
      amount: given.amountElsewhere,
      output_mint: given.outputMint,
    },
    givesElsewhere: ({ source_chain, source_token, amount }) => ({
      ...{ asset: source_token, chain: source_chain, amount: BigInt(amount) },
    }),
    receives: ({ output_mint }) => ({ asset: output_mint, amount: undefined }),
    what: ({ source_chain, source_token, amount, output_mint }) =>
      `Bridge ${amount} base units of ${source_token} from ${source_chain} to ${output_mint}`,
  }),
  defineVenueTool({
    ...TRADE,
    name: 'bridge_out',
    title: 'Bridge out',
    description:
      "Proposes to send tokens from the owner's wallet to an address on another chain. If the policy allows only registered counterparties, this is refused: an address of another chain cannot be one.",
    kinds: ['bridge'],
    input: {
      mint,
      amount: movedAmount,
      destination_chain: given.chainName,
      destination_address: given.addressElsewhere,
    },
    leaves: amountLeaves,
    // Policies know counterparties elsewhere only as text.
    counterparty: ({ destination_address }) => destination_address as Pubkey,
    what: ({ mint: token, amount, destination_chain, destination_address }) =>
      `Send ${amount} base units of ${token} to ${destination_address} on ${destination_chain}`,
  }),
  defineVenueTool({
    ...TRADE,
    name: 'evm_swap',
    title: 'Swap on an EVM chain',
    description:
      "Proposes a swap of two tokens on an EVM chain, which the owner executes on the venue's pages with a wallet of that chain. Nothing leaves the wallet on Solana, so its limits do not count this.",
    kinds: ['evm'],
    input: {
      chain: given.chainName,
      input_token: given.evmToken,
      output_token: given.evmToken,
      amount: given.amountElsewhere,
      slippage_bps: given.slippageBps,
    },
    givesElsewhere: ({ chain, input_token, amount }) => ({
      ...{ asset: input_token, chain, amount: BigInt(amount) },
    }),
    receives: ({ chain, output_token }) => ({ asset: output_token, chain, amount: undefined }),
    what: ({ chain, input_token, output_token, amount }) =>
      `Swap ${amount} base units of ${input_token} for ${output_token} on ${chain}`,
  }),
  defineVenueTool({
    ...TRADE,
    name: 'offramp_to_fiat',
    market: 'offramp',
    title: 'Cash out',
    description:
      'Proposes to sell tokens for a government-issued currency, paid out by a provider. The provider asks on its own pages who is paid; no bank details are taken here. Gated by jurisdiction.',
    kinds: ['offramp'],
    input: { mint, amount: movedAmount, currency: given.currency },
    leaves: amountLeaves,
    receives: ({ currency: into }) => ({ asset: into, amount: undefined }),
    what: ({ mint: token, amount, currency: into }) => `Sell ${amount} base units of ${token} for ${into}`,
  }),
];
