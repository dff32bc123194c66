import { z } from 'zod';
import { charter, charterAnswer, charterRequest } from '../../../../schemas/mcp/desk/records.ts';
import { setCharter, theCharter } from '../../../actions/desk/records.ts';
import { defineOwnerTool, INDEX_READ, SETTING } from '../../catalogue/tool.ts';
import { deskOf } from './of-desk.ts';

const NOT_ENFORCED =
  'It is there for agents to keep to; what is enforced is the wallet policy and its limits.';

export const setPortfolioCharterTool = defineOwnerTool({
  name: 'set_portfolio_charter',
  title: 'Set the portfolio charter',
  description:
    "Keeps the rules in words and figures that the owner's portfolio is to be held to, in place of those before. Agents are to keep to it; what is enforced is the wallet policy and its limits.",
  scope: 'manage',
  toolset: 'control',
  hints: SETTING,
  failures: ['VERSION_CONFLICT'],
  input: charterRequest,
  output: charter,
  answer: (context, terms, caller) => setCharter(deskOf(context), caller, terms),
  inWords: ({ version }) => `The charter is at version ${version}. ${NOT_ENFORCED}`,
});

export const getPortfolioCharterTool = defineOwnerTool({
  name: 'get_portfolio_charter',
  title: 'The portfolio charter',
  description:
    "The rules that the owner's portfolio is to be held to, or null where none were set. The wallet policy is what is enforced.",
  toolset: 'control',
  hints: INDEX_READ,
  input: z.strictObject({}),
  output: charterAnswer,
  answer: async (context, _input, caller) => ({
    charter: (await theCharter(deskOf(context), caller)) ?? null,
  }),
  inWords: ({ charter: held }) =>
    held === null ? 'No charter was set.' : `Version ${held.version}: ${held.rules}\n${NOT_ENFORCED}`,
});
