import { movedAmount } from '../../../../schemas/mcp/arguments.ts';
import { inputMint, outputMint } from '../../../../schemas/mcp/venues.ts';
import { defineVenueTool, tokens } from './define.ts';
import { requireTwoMints } from './swaps.ts';

/** The specification has no tool for it, so it is only an action of `create_execution_intent`. */
export const lendWithdraw = defineVenueTool({
  scope: 'trade',
  toolset: 'trading',
  kinds: ['earn'],
  name: 'lend_withdraw',
  title: 'Withdraw what was lent',
  description:
    'Proposes to give shares of a deposit back for what was deposited. Positions of list_venue name the shares and what one is worth.',
  reducesRisk: true,
  input: {
    input_mint: inputMint.meta({ description: 'Mint of the shares, in base58.' }),
    output_mint: outputMint.meta({ description: 'Mint that was deposited, in base58.' }),
    amount: movedAmount.meta({ description: 'Shares that are given, in base units.' }),
    minimum_out: movedAmount.meta({ description: 'What has to come in, in base units.' }),
  },
  coherent: requireTwoMints,
  leaves: ({ input_mint, amount }) => tokens(input_mint, amount),
  comesIn: ({ output_mint, minimum_out }) => tokens(output_mint, minimum_out),
  what: ({ input_mint, output_mint, amount, minimum_out }) =>
    `Give ${amount} base units of the shares ${input_mint} back for at least ${minimum_out} base units of ${output_mint}`,
});
