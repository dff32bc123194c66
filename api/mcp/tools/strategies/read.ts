import { z } from 'zod';
import { counted } from '../../../../core/kernel/counted.ts';
import { idOf } from '../../../../schemas/mcp/desk/words.ts';
import { strategyFound, strategyList, strategyQuestion } from '../../../../schemas/strategies/answers.ts';
import { findStrategy, listStrategies } from '../../../actions/strategies/find.ts';
import { defineOwnerTool, INDEX_READ } from '../../catalogue/tool.ts';
import { deskOf } from '../control/of-desk.ts';
import { stepInWords, strategyInWords } from './words.ts';

const shared = { toolset: 'strategies', hints: INDEX_READ } as const;

export const listStrategiesTool = defineOwnerTool({
  ...shared,
  name: 'list_strategies',
  title: "The owner's strategies",
  description:
    'The strategies that are stored for the owner, newest first, and where asked what every owner has published.',
  input: strategyQuestion,
  output: strategyList,
  answer: (context, question, caller) => listStrategies(deskOf(context), caller, question),
  inWords: ({ results, has_more, published, published_has_more }) =>
    [
      `${counted(results.length, 'strategy', 'strategies')} of the owner, ${published.length} published listed.`,
      ...results.map(({ strategy_id, name, kind, status }) => `${name} (${kind}, ${strategy_id}): ${status}`),
      ...(has_more ? ['Older ones of the owner follow.'] : []),
      ...(published_has_more ? ['Older published ones follow.'] : []),
    ].join('\n'),
});

export const getStrategyTool = defineOwnerTool({
  ...shared,
  name: 'get_strategy',
  title: 'One strategy',
  description:
    "One strategy: the owner's own with everything about it and what became of its steps, anybody's as it was published.",
  failures: ['STRATEGY_UNKNOWN'],
  input: z.strictObject({ strategy_id: idOf('a strategy') }),
  output: strategyFound,
  answer: (context, { strategy_id }, caller) => findStrategy(deskOf(context), caller, strategy_id),
  inWords: ({ strategy, published, steps }) =>
    strategy
      ? [strategyInWords(strategy), ...steps.map(stepInWords)].join('\n')
      : `${published?.name} is published at version ${published?.version}.`,
});
