import { z } from 'zod';
import { dateTime } from '../../rest/scalars.ts';
import { walletKey } from '../../rest/sign-in.ts';
import { expectedVersion, idOf, named, prose, versioned, whole } from './words.ts';

const bps = (description: string) => whole(1, 10_000, description);

/** What a liquidation alert watches: stored as given, for whoever watches positions. */
export const alertTerms = z.strictObject({
  venue: named('Where the position is.'),
  market: named('Market of the position.'),
  distance_bps: bps('Alert at this distance of the price to liquidation, in basis points of the price.'),
  note: prose(500, 'What to do then, in words.').optional(),
});

export const alertRequest = alertTerms.extend({ expected_version: expectedVersion });

export const liquidationAlert = z.strictObject({
  alert_id: z.string(),
  ...{ venue: z.string(), market: z.string(), distance_bps: z.int(), note: z.string().nullable() },
  ...versioned,
  watched: z
    .literal(false)
    .meta({ description: 'No source of positions is known here: nothing watches it.' }),
});

export const alertList = z.strictObject({ results: z.array(liquidationAlert) });

const MINTS = 'at most 50 base58 keys, each once';

export const charterTerms = z.strictObject({
  rules: prose(8_000, 'The rules in words.'),
  max_position_bps: bps('Most of the portfolio in one asset, in basis points.').optional(),
  max_daily_loss_bps: bps('Most that may be lost in a day, in basis points of the portfolio.').optional(),
  min_cash_bps: bps('Least that stays in cash, in basis points of the portfolio.').optional(),
  allowed_mints: z
    .array(walletKey, { error: MINTS })
    .max(50, { error: MINTS })
    .refine((mints) => new Set(mints).size === mints.length, { error: MINTS })
    .optional()
    .meta({ description: 'Mints that it may hold; any when left out.' }),
});

export const charterRequest = charterTerms.extend({ expected_version: expectedVersion });

export const charter = z.strictObject({
  rules: z.string(),
  max_position_bps: z.int().nullable(),
  max_daily_loss_bps: z.int().nullable(),
  min_cash_bps: z.int().nullable(),
  allowed_mints: z.array(z.string()).nullable(),
  ...versioned,
  enforced: z.literal(false).meta({ description: 'What is enforced is the wallet policy and its limits.' }),
});

export const charterAnswer = z.strictObject({ charter: charter.nullable() });

const A_LINK = 'an https:// URL of at most 500 characters';

const profile = {
  description: prose(1_000, 'What it does.').optional(),
  homepage: z
    .url({ protocol: /^https$/, error: A_LINK })
    .max(500, { error: A_LINK })
    .optional()
    .meta({ description: 'Page about it, https.' }),
  model: named('The model that it runs on.').optional(),
};

export const agentProfile = z.strictObject(profile);
export const agentRegistration = z.strictObject({
  name: named('Its name, once for each owner.'),
  ...profile,
});
export const agentChange = z.strictObject({
  agent_id: idOf("one of the owner's agents"),
  ...profile,
  expected_version: expectedVersion,
});

export const agent = z.strictObject({
  ...{ agent_id: z.string(), name: z.string() },
  description: z.string().nullable(),
  homepage: z.string().nullable(),
  model: z.string().nullable(),
  ...versioned,
});

export const agentList = z.strictObject({ results: z.array(agent) });

const AN_ENTRY = 'a name of 1 to 100 letters, digits and . _ - / @';

export const installReport = z.strictObject({
  entry: z
    .string({ error: AN_ENTRY })
    .regex(/^[A-Za-z0-9@][A-Za-z0-9._@/-]{0,99}$/, { error: AN_ENTRY })
    .meta({ description: 'Name of the entry in the registry.' }),
  version: named('The version that was installed.'),
});

export const install = z.strictObject({
  entry: z.string(),
  version: z.string(),
  reports: z.int().positive().meta({ description: 'How often it was reported.' }),
  first_reported_at: dateTime,
  last_reported_at: dateTime,
});

export const installList = z.strictObject({ results: z.array(install) });

export type AlertAnswer = z.output<typeof liquidationAlert>;
export type CharterAnswer = z.output<typeof charter>;
export type AgentAnswer = z.output<typeof agent>;
export type InstallAnswer = z.output<typeof install>;
