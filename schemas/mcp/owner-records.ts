import { z } from 'zod';
import { alertWatch } from '../rest/liquidation-alerts.ts';
import { dateTime, hasMore } from '../rest/scalars.ts';
import { walletKey } from '../rest/sign-in.ts';
import { expectedVersion, idOf, named, oneOf, pageSize, prose, several, textOf, whole } from './arguments.ts';

/** Records that agents keep for their owner: what is stored, and the answers about it. */

/** The fields of every answer about a record. */
export const versioned = {
  version: z
    .int()
    .positive()
    .meta({ description: 'Starts at 1; each later version replaces the one before.' }),
  created_at: dateTime,
  updated_at: dateTime,
};

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ results: z.array(item), has_more: hasMore });

/** Which part of a list that is stored as a whole. */
export const part = z.strictObject({
  limit: pageSize,
  offset: whole(0, 10_000, 'Rows to skip.').default(0),
});
const bps = (description: string) => whole(1, 10_000, description);
const maybe = <Item extends z.ZodType>(item: Item) => item.nullable();

export const webhookId = idOf("one of the owner's webhooks");

export const alertTerms = z.strictObject({
  venue: named('Name of the venue, such as perps.'),
  market: named('Market of the position, as list_venue names it.'),
  distance_bps: bps('Alert at this distance of the price to liquidation, in basis points of the price.'),
  note: prose(500, 'What to do then, in words.').optional(),
});
export const alertRequest = alertTerms.extend({ expected_version: expectedVersion });

export const liquidationAlert = z.strictObject({
  alert_id: z.string(),
  venue: z.string(),
  market: z.string(),
  distance_bps: z.int(),
  note: maybe(z.string()),
  ...versioned,
  ...alertWatch,
});
export const alertList = listOf(liquidationAlert);

const MINTS = 'at most 50 base58 keys, each once';

export const charterTerms = z.strictObject({
  rules: prose(8_000, 'The rules in words.'),
  max_position_bps: bps('Largest share of the portfolio in one asset, in basis points.').optional(),
  max_daily_loss_bps: bps('Largest loss in a day, in basis points of the portfolio.').optional(),
  min_cash_bps: bps('Smallest share that stays in cash, in basis points of the portfolio.').optional(),
  allowed_mints: several(walletKey, 0, 50, MINTS)
    .refine((mints) => new Set(mints).size === mints.length, { error: MINTS })
    .optional()
    .meta({ description: 'Mints that it may contain; any when left out.' }),
});
export const charterRequest = charterTerms.extend({ expected_version: expectedVersion });

export const charter = z.strictObject({
  rules: z.string(),
  max_position_bps: maybe(z.int()),
  max_daily_loss_bps: maybe(z.int()),
  min_cash_bps: maybe(z.int()),
  allowed_mints: maybe(z.array(z.string())),
  ...versioned,
  enforced: z
    .literal(false)
    .meta({ description: 'Always false: only the wallet policy and its limits are enforced.' }),
});
export const charterAnswer = z.strictObject({ charter: charter.nullable() });

const A_LINK = { error: 'an https:// URL of at most 500 characters' };

export const agentProfile = z.strictObject({
  description: prose(1_000, 'What it does.').optional(),
  homepage: z
    .url({ protocol: /^https$/, ...A_LINK })
    .max(500, A_LINK)
    .optional()
    .meta({ description: 'Page about it, https.' }),
  model: named('The model that it runs on.').optional(),
});
export const agentRegistration = z.strictObject({
  name: named('Its name, once for each owner.'),
  ...agentProfile.shape,
});
export const agentChange = agentProfile.extend({
  agent_id: idOf("one of the owner's agents"),
  expected_version: expectedVersion,
});

export const agent = z.strictObject({
  agent_id: z.string(),
  name: z.string(),
  description: maybe(z.string()),
  homepage: maybe(z.string()),
  model: maybe(z.string()),
  ...versioned,
});
export const agentList = listOf(agent);

export const installReport = z.strictObject({
  entry: textOf(
    'a name of 1 to 100 letters, digits and . _ - / @',
    /^[A-Za-z0-9@][A-Za-z0-9._@/-]{0,99}$/,
  ).meta({
    description: 'Name of the entry in the registry.',
  }),
  version: named('The version that was installed.'),
});

export const install = z.strictObject({
  entry: z.string(),
  version: z.string(),
  reports: z.int().positive().meta({ description: 'How often it was reported.' }),
  first_reported_at: dateTime,
  last_reported_at: dateTime,
});
export const installList = listOf(install);

/** The stages of an agent's loop, and entries that belong to none. */
export const JOURNAL_STEPS = [
  'observe',
  'assess',
  'plan',
  'simulate',
  'execute',
  'verify',
  'journal',
  'note',
] as const;

export const journalAppend = z.strictObject({
  step: oneOf(JOURNAL_STEPS, 'The step of the loop it belongs to.'),
  content: prose(4_000, 'The text of the entry.'),
  subject: named('What it is about, such as the id of an intent.').optional(),
});

export const journalEntry = z.strictObject({
  entry: z.int().positive().meta({ description: 'Its number: 1, 2, 3, … without gaps.' }),
  at: dateTime,
  step: z.enum(JOURNAL_STEPS),
  content: z.string(),
  subject: z.string().nullable(),
  credential_id: z.string().meta({ description: 'The credential of the agent that wrote it.' }),
});

export const journalQuestion = z.strictObject({
  limit: pageSize,
  before: whole(1, Number.MAX_SAFE_INTEGER, 'Only entries with a smaller number.').optional(),
});

export const journalPage = z.strictObject({ results: z.array(journalEntry), has_more: hasMore });
