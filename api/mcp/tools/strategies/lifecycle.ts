import { z } from 'zod';
import type { StrategyAction } from '../../../../core/rules/strategies.ts';
import { expectedVersion, idOf, named } from '../../../../schemas/mcp/desk/words.ts';
import { strategy, strategySettings } from '../../../../schemas/strategies/answers.ts';
import {
  cloneStrategy,
  configureStrategy,
  modifyStrategy,
  moveStrategy,
  publishStrategy,
} from '../../../actions/strategies/manage.ts';
import { marketOfOwn, marketOfPublished } from '../../../actions/strategies/own.ts';
import {
  ADDITION,
  defineOwnerTool,
  type OwnerToolDeclaration,
  REMOVAL,
  SETTING,
  type ToolTraits,
} from '../../catalogue/tool.ts';
import { deskOf } from '../control/of-desk.ts';
import { GATED_BY_KIND, strategyInWords } from './words.ts';

const one = {
  strategy_id: idOf("one of the owner's strategies"),
  expected_version: expectedVersion,
};
const FAILURES = ['STRATEGY_UNKNOWN', 'STRATEGY_STATE', 'VERSION_CONFLICT'] as const;
const shared = {
  scope: 'strategy',
  toolset: 'strategies',
  failures: FAILURES,
  output: strategy,
  inWords: strategyInWords,
} as const;

type OwnTool = OwnerToolDeclaration<z.ZodObject<typeof one>, typeof strategy>;

/** Stopping a strategy moves no value: agents may do it in a paused wallet, whose strategies take no steps. */
const STOPPING = { hold: 'kill' } as const;

/** Everything that makes a strategy act, or act differently, is checked for its market again. */
const onItsMarket: Required<Pick<OwnTool, 'effect'>> = {
  effect: async (context, { strategy_id }, caller) => ({
    market: await marketOfOwn(deskOf(context), caller, strategy_id),
  }),
};

const moving = (
  action: StrategyAction,
  traits: Pick<
    OwnTool,
    keyof Pick<ToolTraits, 'name' | 'title' | 'description' | 'hints' | 'hold'> | 'effect'
  >,
) =>
  defineOwnerTool({
    ...shared,
    ...traits,
    input: z.strictObject(one),
    answer: (context, named, caller) => moveStrategy(deskOf(context), caller, named, { action }),
  });

export const LIFECYCLE_TOOLS = [
  moving('pause', {
    ...{ name: 'strategy_pause', title: 'Pause a strategy', hints: SETTING, ...STOPPING },
    description:
      'Marks an active strategy as paused until strategy_resume: no step of it is proposed, and whoever acts on it sees it. A paused wallet takes this call too.',
  }),
  moving('resume', {
    ...{ name: 'strategy_resume', title: 'Resume a strategy', hints: SETTING, ...onItsMarket },
    description: `Makes a paused strategy active again, or a draft for the first time. Where the service proposes the steps of its kind, they go on, with the credential that resumes it. ${GATED_BY_KIND}`,
  }),
  moving('cancel', {
    ...{ name: 'strategy_cancel', title: 'Cancel a strategy', hints: REMOVAL, ...STOPPING },
    description:
      'Ends a strategy for good. What it has published stays to be cloned. A paused wallet takes this call too.',
  }),
  defineOwnerTool({
    ...shared,
    name: 'publish_strategy',
    title: 'Publish a strategy',
    description:
      'Shows name and plan of a strategy, as they are now, to every owner to clone. Nothing of its owner is shown, and it is not taken back. A composite is refused: nobody else has its parts.',
    hints: REMOVAL,
    input: z.strictObject(one),
    answer: (context, named, caller) => publishStrategy(deskOf(context), caller, named),
  }),
  defineOwnerTool({
    ...shared,
    name: 'strategy_modify',
    title: 'Modify a strategy',
    description: `Puts a new plan, checked as its kind demands, in place of the plan of a strategy that has not ended, or renames it. ${GATED_BY_KIND}`,
    hints: SETTING,
    ...onItsMarket,
    input: z.strictObject({
      ...one,
      name: named('Its new name.').optional(),
      plan: z
        .looseObject({}, { error: 'an object with the terms of its kind' })
        .optional()
        .meta({ description: 'The whole new plan, with the terms that the tool of its kind takes.' }),
    }),
    answer: (context, change, caller) => modifyStrategy(deskOf(context), caller, change),
  }),
  defineOwnerTool({
    ...shared,
    name: 'clone_strategy',
    title: 'Clone a strategy',
    description: `Keeps a copy of a published strategy for the owner as a draft, which strategy_resume makes active. ${GATED_BY_KIND}`,
    failures: ['STRATEGY_UNKNOWN', 'RECORDS_FULL'],
    hints: ADDITION,
    input: z.strictObject({
      strategy_id: idOf('a published strategy'),
      name: named('What the owner calls the copy; the published name without one.').optional(),
    }),
    effect: async (context, { strategy_id }) => ({
      market: await marketOfPublished(deskOf(context), strategy_id),
    }),
    answer: (context, asked, caller) => cloneStrategy(deskOf(context), caller, asked),
  }),
];

export const srConfigureStrategyTool = defineOwnerTool({
  ...shared,
  name: 'sr_configure_strategy',
  title: 'Configure a strategy',
  description:
    'Sets label, note and tags of a stored strategy, those that are given. It changes no term of its plan, starts nothing and executes nothing.',
  scope: 'manage',
  hints: SETTING,
  input: z.strictObject({ ...one, ...strategySettings.shape }),
  answer: (context, settings, caller) => configureStrategy(deskOf(context), caller, settings),
});
