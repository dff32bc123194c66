import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { marketOfStrategy } from '../../../core/rules/restricted-markets.ts';
import type { StrategyAction } from '../../../core/rules/strategies.ts';
import { expectedVersion, idOf, named, prose } from '../../../schemas/mcp/arguments.ts';
import * as shapes from '../../../schemas/strategies/answers.ts';
import {
  planWith,
  STRATEGY_KIND_NAMES,
  STRATEGY_KINDS,
  type StrategyKind,
} from '../../../schemas/strategies/kinds.ts';
import { creatorOf, isWatched, whyNotRun } from '../../../schemas/strategies/run.ts';
import { findStrategy, listStrategies } from '../../actions/strategies/find.ts';
import * as manage from '../../actions/strategies/manage.ts';
import { marketOfOwn, marketOfPublished, marketOfSuggested } from '../../actions/strategies/own.ts';
import { approveSuggestion, listSuggestions, suggestUpdate } from '../../actions/strategies/suggestions.ts';
import {
  ADDITION,
  defineOwnerTool,
  INDEX_READ,
  type OwnerToolDeclaration,
  REMOVAL,
  SETTING,
  type Tool,
} from '../catalogue/tool.ts';
import { lines } from '../texts.ts';

const READ = { toolset: 'strategies', hints: INDEX_READ } as const;
const GATED_BY_KIND =
  'If its kind trades on perpetuals or equities, the jurisdiction must allow that market.';

const STRATEGY = {
  scope: 'strategy',
  toolset: 'strategies',
  failures: ['STRATEGY_UNKNOWN', 'STRATEGY_STATE', 'VERSION_CONFLICT'],
  output: shapes.strategy,
  textOf: strategyText,
} as const;

function strategyText(strategy: shapes.StrategyAnswer): string {
  const { strategy_id, name, kind, status, version } = strategy;
  return `Strategy ${name} (${kind}, ${strategy_id}) is ${status} at version ${version}. ${running(strategy)}`;
}

function running({ not_run_because, steps_taken, next_step_at, seen }: shapes.StrategyAnswer): string {
  if (not_run_because !== null) return `It is stored and checked; it is not run, because ${not_run_because}.`;
  const next =
    next_step_at === null ? 'nothing more is due' : `the next step or look is due at ${next_step_at}`;
  const looked = seen === null ? '' : ` Seen at ${seen.at}: ${seen.sentence}`;
  return `It has taken ${counted(steps_taken, 'step')}, and ${next}. Each step is an intent for the owner to sign, or a refusal.${looked}`;
}

function stepText({ step, at, intent_id, intent_status, code, detail }: shapes.StepAnswer): string {
  return intent_id === null
    ? `Step ${step} was refused at ${at}: ${code} (${detail})`
    : `Step ${step} was proposed at ${at} as intent ${intent_id}, which is ${intent_status}.`;
}

const SCHEDULED = 'Its first step is due at once.';
const WATCHED = 'The service looks at prices and balances every 30 s, or at its interval.';
const PROPOSED =
  'Each step is a jupiter_swap intent for the owner to sign, or a refusal. It signs and moves nothing.';

/** The tool that creates a strategy of one kind. */
function createTool(kind: StrategyKind): Tool {
  const { title, does } = STRATEGY_KINDS[kind];
  const notRun = whyNotRun(kind);
  const description =
    notRun === undefined
      ? `Stores a strategy that ${does}. ${isWatched(kind) ? WATCHED : SCHEDULED} ${PROPOSED}`
      : `Only stores a strategy that ${does}, since ${notRun}.`;
  return defineOwnerTool({
    ...STRATEGY,
    name: creatorOf(kind),
    title,
    description,
    market: marketOfStrategy(kind),
    hints: ADDITION,
    failures: kind === 'composite' ? ['RECORDS_FULL', 'STRATEGY_UNKNOWN'] : ['RECORDS_FULL'],
    input: planWith(kind, { name: named('What the owner calls it.') }),
    answer: ({ agentRecords }, input, caller) => {
      const { name, ...plan } = input as { readonly name: string };
      return manage.createStrategy(agentRecords, caller, { kind, name, plan });
    },
  });
}

const one = {
  strategy_id: idOf("one of the owner's strategies"),
  expected_version: expectedVersion,
};
type OwnTool = OwnerToolDeclaration<z.ZodObject<typeof one>, typeof shapes.strategy>;

/** Stopping a strategy moves no value: agents may do it in a paused wallet, whose strategies take no steps. */
const STOPPING = { hold: 'kill' } as const;

/** Everything that makes a strategy act, or act differently, is checked for its market again. */
const onItsMarket: Required<Pick<OwnTool, 'effect'>> = {
  effect: async ({ agentRecords }, { strategy_id }, caller) => ({
    market: await marketOfOwn(agentRecords, caller, strategy_id),
  }),
};

const moving = (
  action: StrategyAction,
  traits: Pick<OwnTool, 'name' | 'title' | 'description' | 'hints' | 'hold' | 'effect' | 'failures'>,
) =>
  defineOwnerTool({
    ...STRATEGY,
    ...traits,
    input: z.strictObject(one),
    answer: ({ agentRecords }, strategy, caller) =>
      manage.moveStrategy(agentRecords, caller, strategy, { action }),
  });

const planArgument = z.looseObject({}, { error: 'an object with the terms of its kind' });

/** Strategies as stored and validated plans. */
export const STRATEGY_TOOLS: readonly Tool[] = [
  defineOwnerTool({
    ...READ,
    name: 'list_strategies',
    title: "The owner's strategies",
    description:
      'The stored strategies of the owner, newest first, and on request those that every owner has published.',
    input: shapes.strategyQuestion,
    output: shapes.strategyList,
    answer: ({ agentRecords }, question, caller) => listStrategies(agentRecords, caller, question),
    textOf: ({ results, has_more, published, published_has_more }) =>
      [
        `${counted(results.length, 'strategy', 'strategies')} of the owner, ${published.length} published listed.`,
        ...results.map(
          ({ strategy_id, name, kind, status }) => `${name} (${kind}, ${strategy_id}): ${status}`,
        ),
        ...(has_more ? ['Older ones of the owner follow.'] : []),
        ...(published_has_more ? ['Older published ones follow.'] : []),
      ].join('\n'),
  }),
  defineOwnerTool({
    ...READ,
    name: 'get_strategy',
    title: 'One strategy',
    description:
      "One strategy. The owner's own is shown in full, with the outcome of its steps; another owner's as it was published. For older steps, pass the number of the last one as `before`.",
    failures: ['STRATEGY_UNKNOWN'],
    input: shapes.strategyNamed,
    output: shapes.strategyFound,
    answer: ({ agentRecords }, input, caller) => findStrategy(agentRecords, caller, input),
    textOf: ({ strategy, published, steps, has_more }) =>
      strategy
        ? [lines(strategyText(strategy), steps, stepText), ...(has_more ? ['Older steps follow.'] : [])].join(
            '\n',
          )
        : `${published?.name} is published at version ${published?.version}.`,
  }),
  ...STRATEGY_KIND_NAMES.map(createTool),
  moving('pause', {
    name: 'strategy_pause',
    title: 'Pause a strategy',
    hints: SETTING,
    ...STOPPING,
    description:
      'Pauses an active strategy: no step of it is proposed until strategy_resume. A paused wallet accepts this call too.',
  }),
  moving('resume', {
    name: 'strategy_resume',
    title: 'Resume a strategy',
    hints: SETTING,
    ...onItsMarket,
    failures: [...STRATEGY.failures, 'STRATEGY_NOT_RUN'],
    description: `Activates a paused or stored strategy of a kind that the service runs. Its steps continue with the credential that resumes it. ${GATED_BY_KIND}`,
  }),
  moving('cancel', {
    name: 'strategy_cancel',
    title: 'Cancel a strategy',
    hints: REMOVAL,
    ...STOPPING,
    description:
      'Ends a strategy permanently. What it has published can still be cloned. A paused wallet accepts this call too.',
  }),
  defineOwnerTool({
    ...STRATEGY,
    name: 'publish_strategy',
    title: 'Publish a strategy',
    description:
      'Shows the current name and plan of a strategy to every owner, who may clone it. Nothing about its owner is shown, and publishing cannot be undone. A composite is refused: nobody else has its parts.',
    hints: REMOVAL,
    input: z.strictObject(one),
    answer: ({ agentRecords }, strategy, caller) => manage.publishStrategy(agentRecords, caller, strategy),
  }),
  defineOwnerTool({
    ...STRATEGY,
    name: 'strategy_modify',
    title: 'Modify a strategy',
    description: `Replaces the plan of a strategy that has not ended with a new one, checked for its kind, or renames it. ${GATED_BY_KIND}`,
    hints: SETTING,
    ...onItsMarket,
    input: z.strictObject({
      ...one,
      name: named('Its new name.').optional(),
      plan: planArgument
        .optional()
        .meta({ description: 'The whole new plan, with the terms that the tool of its kind takes.' }),
    }),
    answer: ({ agentRecords }, change, caller) => manage.modifyStrategy(agentRecords, caller, change),
  }),
  defineOwnerTool({
    ...STRATEGY,
    name: 'clone_strategy',
    title: 'Clone a strategy',
    description: `Stores a copy of a published strategy for the owner. It stays stored until strategy_resume activates it, if the service runs its kind. ${GATED_BY_KIND}`,
    failures: ['STRATEGY_UNKNOWN', 'RECORDS_FULL'],
    hints: ADDITION,
    input: z.strictObject({
      strategy_id: idOf('a published strategy'),
      name: named('What the owner calls the copy; by default the published name.').optional(),
    }),
    effect: async ({ agentRecords }, { strategy_id }) => ({
      market: await marketOfPublished(agentRecords, strategy_id),
    }),
    answer: ({ agentRecords }, asked, caller) => manage.cloneStrategy(agentRecords, caller, asked),
  }),
  defineOwnerTool({
    ...STRATEGY,
    name: 'sr_configure_strategy',
    title: 'Configure a strategy',
    description:
      'Sets the label, note and tags of a stored strategy; those that are left out stay unchanged. It changes no term of its plan, and starts and executes nothing.',
    scope: 'manage',
    hints: SETTING,
    input: z.strictObject({ ...one, ...shapes.strategySettings.shape }),
    answer: ({ agentRecords }, settings, caller) => manage.configureStrategy(agentRecords, caller, settings),
  }),
  defineOwnerTool({
    name: 'propose_template_update',
    title: 'Propose a template update',
    description:
      'Suggests another plan for a published strategy to its owner, who can approve it with intelligence_suggestion_approve within 30 days. Nothing changes before that.',
    scope: 'manage',
    toolset: 'strategies',
    hints: ADDITION,
    failures: ['STRATEGY_UNKNOWN', 'RECORDS_FULL'],
    input: z.strictObject({
      strategy_id: idOf('a published strategy'),
      plan: planArgument.meta({ description: 'The whole plan as it should be.' }),
      rationale: prose(2_000, 'Why.'),
    }),
    output: shapes.suggestion,
    answer: ({ agentRecords }, asked, caller) => suggestUpdate(agentRecords, caller, asked),
    textOf: ({ suggestion_id }) => `Suggestion ${suggestion_id} waits for the owner of the strategy.`,
  }),
  defineOwnerTool({
    ...READ,
    name: 'list_template_proposals',
    title: 'Suggested updates',
    description:
      "Suggestions that the owner has made, and those for the owner's strategies, newest first: approved ones and those that can still be approved. A suggestion ends after 30 days, or when its strategy ends or is published again.",
    input: shapes.suggestionQuestion,
    output: shapes.suggestionList,
    answer: ({ agentRecords }, question, caller) => listSuggestions(agentRecords, caller, question),
    textOf: ({ results, has_more }) =>
      lines(
        `${counted(results.length, 'suggestion')}${has_more ? ', older ones follow' : ''}.`,
        results,
        ({ suggestion_id, strategy_id, rationale }) => `${suggestion_id} for ${strategy_id}: ${rationale}`,
      ),
  }),
  defineOwnerTool({
    ...STRATEGY,
    name: 'intelligence_suggestion_approve',
    title: 'Approve a suggestion',
    description: `Replaces the plan of the owner's strategy with that of a suggestion that waits for the owner. It executes nothing, and refuses a suggestion for an older version. ${GATED_BY_KIND}`,
    hints: SETTING,
    failures: ['SUGGESTION_UNKNOWN', 'SUGGESTION_OUTDATED', 'STRATEGY_UNKNOWN', 'STRATEGY_STATE'],
    input: z.strictObject({ suggestion_id: idOf('a suggestion that waits for the owner') }),
    effect: async ({ agentRecords }, { suggestion_id }, caller) => ({
      market: await marketOfSuggested(agentRecords, caller, suggestion_id),
    }),
    answer: ({ agentRecords }, { suggestion_id }, caller) =>
      approveSuggestion(agentRecords, caller, suggestion_id),
  }),
];
