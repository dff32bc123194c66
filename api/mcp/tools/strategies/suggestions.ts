import { z } from 'zod';
import { counted } from '../../../../core/kernel/counted.ts';
import { idOf, prose } from '../../../../schemas/mcp/desk/words.ts';
import {
  strategy,
  suggestion,
  suggestionList,
  suggestionQuestion,
} from '../../../../schemas/strategies/answers.ts';
import { marketOfSuggested } from '../../../actions/strategies/own.ts';
import {
  approveSuggestion,
  listSuggestions,
  suggestUpdate,
} from '../../../actions/strategies/suggestions.ts';
import { ADDITION, defineOwnerTool, INDEX_READ, SETTING } from '../../catalogue/tool.ts';
import { deskOf } from '../control/of-desk.ts';
import { GATED_BY_KIND, strategyInWords } from './words.ts';

export const proposeTemplateUpdateTool = defineOwnerTool({
  name: 'propose_template_update',
  title: 'Propose a template update',
  description:
    'Suggests another plan for a published strategy to its keeper, who approves it with intelligence_suggestion_approve within 30 days or leaves it. Nothing changes before.',
  scope: 'manage',
  toolset: 'strategies',
  hints: ADDITION,
  failures: ['STRATEGY_UNKNOWN', 'RECORDS_FULL'],
  input: z.strictObject({
    strategy_id: idOf('a published strategy'),
    plan: z
      .looseObject({}, { error: 'an object with the terms of its kind' })
      .meta({ description: 'The whole plan as it should be.' }),
    rationale: prose(2_000, 'Why.'),
  }),
  output: suggestion,
  answer: (context, asked, caller) => suggestUpdate(deskOf(context), caller, asked),
  inWords: ({ suggestion_id }) => `Suggestion ${suggestion_id} waits for the keeper of the strategy.`,
});

export const listTemplateProposalsTool = defineOwnerTool({
  name: 'list_template_proposals',
  title: 'Suggested updates',
  description:
    'Suggestions that the owner has made, and those for strategies of the owner, newest first: those that were approved or still can be. One ends after 30 days, or when its strategy ends or is published anew.',
  toolset: 'strategies',
  hints: INDEX_READ,
  input: suggestionQuestion,
  output: suggestionList,
  answer: (context, question, caller) => listSuggestions(deskOf(context), caller, question),
  inWords: ({ results, has_more }) =>
    [
      `${counted(results.length, 'suggestion')}${has_more ? ', older ones follow' : ''}.`,
      ...results.map(
        ({ suggestion_id, strategy_id, rationale }) => `${suggestion_id} for ${strategy_id}: ${rationale}`,
      ),
    ].join('\n'),
});

export const approveSuggestionTool = defineOwnerTool({
  name: 'intelligence_suggestion_approve',
  title: 'Approve a suggestion',
  description: `Makes a suggestion that waits for the owner the plan of the owner's strategy. It executes nothing; one of an older version is refused. ${GATED_BY_KIND}`,
  scope: 'strategy',
  toolset: 'strategies',
  hints: SETTING,
  failures: ['SUGGESTION_UNKNOWN', 'SUGGESTION_OUTDATED', 'STRATEGY_UNKNOWN', 'STRATEGY_STATE'],
  input: z.strictObject({ suggestion_id: idOf('a suggestion that waits for the owner') }),
  output: strategy,
  effect: async (context, { suggestion_id }, caller) => ({
    market: await marketOfSuggested(deskOf(context), caller, suggestion_id),
  }),
  answer: (context, { suggestion_id }, caller) => approveSuggestion(deskOf(context), caller, suggestion_id),
  inWords: strategyInWords,
});
