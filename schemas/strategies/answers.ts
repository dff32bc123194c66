import { z } from 'zod';
import { idOf, named, prose, versioned, whole } from '../mcp/desk/words.ts';
import { dateTime, hasMore } from '../rest/scalars.ts';
import { STRATEGY_KIND_NAMES } from './kinds.ts';

const TAGS = 'at most 10 names, each once';

/** What is set besides a plan, without effect on its steps. */
export const strategySettings = z.strictObject({
  label: named('What the owner calls it.').optional(),
  note: prose(1_000, 'A note about it.').optional(),
  tags: z
    .array(named('A tag.'), { error: TAGS })
    .max(10, { error: TAGS })
    .refine((tags) => new Set(tags).size === tags.length, { error: TAGS })
    .optional()
    .meta({ description: 'Tags to find it by.' }),
});

const plan = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The terms, as the tool of its kind takes them.' });

export const strategy = z.strictObject({
  strategy_id: z.string(),
  ...{ kind: z.enum(STRATEGY_KIND_NAMES), name: z.string() },
  status: z.enum(['draft', 'active', 'paused', 'completed', 'cancelled']),
  plan,
  settings: z.strictObject({
    ...{ label: z.string().nullable(), note: z.string().nullable(), tags: z.array(z.string()) },
  }),
  ...versioned,
  published_version: z
    .int()
    .nullable()
    .meta({ description: 'The version that others may clone; null for none.' }),
  cloned_from: z.string().nullable(),
  executes: z.boolean().meta({
    description:
      'Whether the service proposes its steps as intents while it is active; otherwise nothing here acts on it by itself.',
  }),
  steps_taken: z.int().min(0).meta({ description: 'Steps that were proposed or refused.' }),
  next_step_at: dateTime.nullable().meta({ description: 'When the next is due; null where none is.' }),
});

/** What everyone sees of a published strategy: nothing about its owner. */
export const publishedStrategy = z.strictObject({
  strategy_id: z.string(),
  ...{ kind: z.enum(STRATEGY_KIND_NAMES), name: z.string(), plan },
  version: z.int().positive(),
  published_at: dateTime,
});

const strategyStep = z.strictObject({
  step: z.int().positive(),
  due_at: dateTime,
  at: dateTime.meta({ description: 'When it was taken.' }),
  outcome: z.enum(['proposed', 'refused']),
  intent_id: z.string().nullable().meta({ description: 'The intent that it was proposed as.' }),
  code: z.string().nullable().meta({ description: 'Why it was refused, as a tool is refused with it.' }),
  detail: z.string().nullable(),
});

export const strategyFound = z.strictObject({
  strategy: strategy.nullable().meta({ description: "Null where it is another owner's." }),
  published: publishedStrategy.nullable().meta({ description: 'What everybody may clone; null for none.' }),
  steps: z
    .array(strategyStep)
    .meta({ description: 'What became of its last 50 steps, newest first; of the owner’s own alone.' }),
});

export const strategyList = z.strictObject({
  results: z.array(strategy),
  has_more: hasMore,
  published: z
    .array(publishedStrategy)
    .meta({ description: 'Of every owner, newest first, where asked for.' }),
  published_has_more: hasMore,
});

/** Where a listing continues. */
const after = (what: string) =>
  idOf(what)
    .optional()
    .meta({ description: `Goes on after ${what}: the last one of the page before.` });

export const strategyQuestion = z.strictObject({
  limit: whole(1, 200, 'Most of each.').default(50),
  before: after("one of the owner's strategies"),
  published: z
    .boolean({ error: 'true or false' })
    .default(false)
    .meta({ description: 'List what every owner has published, too.' }),
  published_before: after('a published strategy'),
});

export const suggestionQuestion = z.strictObject({
  limit: whole(1, 200, 'Most suggestions.').default(50),
  before: after('a suggestion'),
});

export const suggestion = z.strictObject({
  suggestion_id: z.string(),
  strategy_id: z.string(),
  base_version: z.int().positive().meta({ description: 'The published version that it changes.' }),
  plan,
  rationale: z.string(),
  made_by_you: z.boolean(),
  for_you: z.boolean().meta({ description: 'Whether the strategy is the owner’s, to approve it or not.' }),
  created_at: dateTime,
  expires_at: dateTime.meta({ description: 'Until when it can be approved.' }),
  approved_at: dateTime.nullable(),
});

export const suggestionList = z.strictObject({ results: z.array(suggestion), has_more: hasMore });

export type StrategyAnswer = z.output<typeof strategy>;
export type StepAnswer = z.output<typeof strategyStep>;
export type StrategyFound = z.output<typeof strategyFound>;
export type PublishedStrategy = z.output<typeof publishedStrategy>;
export type StrategyListAnswer = z.output<typeof strategyList>;
export type SuggestionListAnswer = z.output<typeof suggestionList>;
export type SuggestionAnswer = z.output<typeof suggestion>;
