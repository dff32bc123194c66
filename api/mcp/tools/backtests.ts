import { counted } from '../../../core/kernel/counted.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import {
  type Backtest,
  backtestAnswer,
  backtestList,
  backtestQuestion,
  backtestRun,
  backtestsQuestion,
  backtestTerms,
} from '../../../schemas/mcp/backtests.ts';
import { getBacktest, listBacktests, runBacktest } from '../../actions/backtests/backtests.ts';
import type { BacktestsContext } from '../../actions/backtests/context.ts';
import { defineOwnerTool, INDEX_READ, OUTSIDE_READ, type Tool, type ToolContext } from '../catalogue/tool.ts';
import { lines } from '../texts.ts';

/** @throws BACKTEST_NOT_CONFIGURED */
function backtestsOf({ backtests }: ToolContext): BacktestsContext {
  if (backtests) return backtests;
  throw new LaunchlensError('BACKTEST_NOT_CONFIGURED', { name: 'The harness' });
}

const outcome = (run: Backtest): string =>
  `${run.strategy} over ${counted(run.data.bars, 'bar')} (${run.data.source}): ${run.ending_equity} ${run.parameters.quote} after costs, buy and hold ${run.baseline?.ending_equity ?? 'unknown'}`;

/** Runs of the reference harness, whose figures are those of the command. */
export const BACKTEST_TOOLS: readonly Tool[] = [
  defineOwnerTool({
    name: 'run_backtest',
    title: 'Run a backtest',
    description:
      'Runs a reference strategy on paper over given or past bars, with all costs, against buy and hold. Figures of the past, no forecast.',
    toolset: 'strategies',
    hints: OUTSIDE_READ,
    failures: [
      ...(['BACKTEST_REFUSED', 'BACKTEST_BARS_MISSING', 'BACKTEST_NOT_CONFIGURED'] as const),
      ...(['BACKTESTS_BUSY', 'BACKTEST_UNKNOWN', 'BACKTEST_STOPPED'] as const),
    ],
    input: backtestTerms,
    output: backtestRun,
    answer: async (context, terms, caller, _prepared, running) => ({
      backtest: await runBacktest(backtestsOf(context), caller, terms, running),
    }),
    textOf: ({ backtest: run }) => `Backtest ${run.backtest_id}: ${outcome(run)}. ${run.statement}`,
  }),
  defineOwnerTool({
    name: 'get_backtest',
    title: 'A backtest',
    description: 'One backtest of the last 30 days, and rows of its report or its bars.',
    toolset: 'strategies',
    hints: INDEX_READ,
    failures: ['BACKTEST_UNKNOWN', 'BACKTEST_NOT_CONFIGURED'],
    input: backtestQuestion,
    output: backtestAnswer,
    answer: (context, question, caller) => getBacktest(backtestsOf(context), caller, question),
    textOf: ({ backtest: run, rows, next_offset }) =>
      `${outcome(run)}. ${counted(rows.length, 'row')}${next_offset === null ? '' : `, more from offset ${next_offset}`}.`,
  }),
  defineOwnerTool({
    name: 'list_backtests',
    title: 'Backtests',
    description: 'Lists backtests of the owner, newest first.',
    toolset: 'strategies',
    hints: INDEX_READ,
    failures: ['BACKTEST_NOT_CONFIGURED'],
    input: backtestsQuestion,
    output: backtestList,
    answer: (context, question, caller) => listBacktests(backtestsOf(context), caller, question),
    textOf: ({ results, has_more }) =>
      lines(
        `${counted(results.length, 'backtest')}${has_more ? ', more with a greater limit' : ''}.`,
        results,
        (run) => `${run.backtest_id}: ${outcome(run)}`,
      ),
  }),
];
