import { z } from 'zod';
import { after, flag, idOf, named, pageSize, prose, several, whole } from '../mcp/arguments.ts';
import { versioned } from '../mcp/owner-records.ts';
import { INTENT_STATUSES } from '../rest/intent-statuses.ts';
import { dateTime, hasMore } from '../rest/scalars.ts';
import { STRATEGY_KIND_NAMES } from './kinds.ts';
import { STRATEGY_STATUSES } from './statuses.ts';
import { watchSeen } from './watch.ts';

const TAGS = 'at most 10 names, each once';

/** What is set besides a plan, without effect on its steps. */
export const strategySettings = z.strictObject({
  label: named('What the owner calls it.').optional(),
  note: prose(1_000, 'A note about it.').optional(),
  tags: several(named('A tag.'), 0, 10, TAGS)
    .refine((tags) => new Set(tags).size === tags.length, { error: TAGS })
    .optional()
    .meta({ description: 'Tags to find it by.' }),
});

const plan = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The terms, as the tool of its kind takes them.' });

export const strategy = z.strictObject({
  strategy_id: z.string(),
  kind: z.enum(STRATEGY_KIND_NAMES),
  name: z.string(),
  status: z.enum(STRATEGY_STATUSES).meta({ description: 'stored while nothing watches it.' }),
  plan,
  settings: z.strictObject({
    label: z.string().nullable(),
    note: z.string().nullable(),
    tags: z.array(z.string()),
  }),
  ...versioned,
  published_version: z
    .int()
    .nullable()
    .meta({ description: 'The version that others may clone; null if none is published.' }),
  cloned_from: z.string().nullable(),
  not_run_because: z.string().nullable().meta({
    description: 'Why it is only stored; null if it can be run.',
  }),
  executes: z.boolean().meta({
    description: 'Whether the service runs it: while it is active, its steps are proposed as intents.',
  }),
  steps_taken: z.int().min(0).meta({ description: 'Number of steps that were proposed or refused.' }),
  next_step_at: dateTime
    .nullable()
    .meta({ description: 'When the next step or look is due; null if none is.' }),
  seen: watchSeen.nullable().meta({ description: 'What was seen at the last look.' }),
});

/** What everyone sees of a published strategy: nothing about its owner. */
export const publishedStrategy = z.strictObject({
  strategy_id: z.string(),
  kind: z.enum(STRATEGY_KIND_NAMES),
  name: z.string(),
  plan,
  version: z.int().positive(),
  published_at: dateTime,
});

export const strategyStep = z.strictObject({
  step: z.int().positive(),
  due_at: dateTime,
  at: dateTime.meta({ description: 'When it was taken.' }),
  seen: watchSeen.nullable().meta({ description: 'What it was taken for.' }),
  outcome: z.enum(['proposed', 'refused']),
  intent_id: z.string().nullable().meta({ description: 'The intent that it was proposed as.' }),
  intent_status: z.enum(INTENT_STATUSES).nullable().meta({ description: 'Of that intent, now.' }),
  code: z.string().nullable().meta({ description: 'The error code of a refusal.' }),
  detail: z.string().nullable(),
});

export const strategyNamed = z.strictObject({
  strategy_id: idOf('a strategy'),
  limit: pageSize,
  before: whole(1, 2_147_483_647, 'Only steps with a smaller number.').optional(),
});

export const strategyFound = z.strictObject({
  strategy: strategy.nullable().meta({ description: "Null for another owner's strategy." }),
  published: publishedStrategy
    .nullable()
    .meta({ description: 'What everyone may clone; null if it is not published.' }),
  steps: z
    .array(strategyStep)
    .meta({ description: "Its steps, newest first. Empty for another owner's strategy." }),
  has_more: hasMore,
});

export const strategyList = z.strictObject({
  results: z.array(strategy),
  has_more: hasMore,
  published: z
    .array(publishedStrategy)
    .meta({ description: 'Strategies of every owner, newest first; empty unless requested.' }),
  published_has_more: hasMore,
});

export const strategyQuestion = z.strictObject({
  limit: pageSize,
  before: after("one of the owner's strategies"),
  published: flag('Whether to list what every owner has published, too.').default(false),
  published_before: after('a published strategy'),
});

export const suggestionQuestion = z.strictObject({
  limit: pageSize,
  before: after('a suggestion'),
});

export const suggestion = z.strictObject({
  suggestion_id: z.string(),
  strategy_id: z.string(),
  base_version: z.int().positive().meta({ description: 'The published version that it changes.' }),
  plan,
  rationale: z.string(),
  made_by_you: z.boolean(),
  for_you: z
    .boolean()
    .meta({ description: 'Whether the strategy is the owner’s, who can approve the suggestion.' }),
  created_at: dateTime,
  expires_at: dateTime.meta({ description: 'Until when it can be approved.' }),
  approved_at: dateTime.nullable(),
});

export const suggestionList = z.strictObject({ results: z.array(suggestion), has_more: hasMore });

export type StrategyAnswer = z.output<typeof strategy>;
export type StepAnswer = z.output<typeof strategyStep>;
export type StrategyNamed = z.output<typeof strategyNamed>;
export type StrategyFound = z.output<typeof strategyFound>;
export type PublishedStrategy = z.output<typeof publishedStrategy>;
export type StrategyListAnswer = z.output<typeof strategyList>;
export type SuggestionListAnswer = z.output<typeof suggestionList>;
export type SuggestionAnswer = z.output<typeof suggestion>;
