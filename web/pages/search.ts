import { z } from 'zod';
import { ACTIVITY_KINDS } from '../../schemas/activity-kinds.ts';
import { statusShape } from '../data/launch-shapes.ts';
import { INTENT_STATUSES } from '../model/intents.ts';
import { LAUNCH_ID } from '../model/keys.ts';
import { SORT_CHOICES } from '../model/launch-sorts.ts';
import { PLEDGE_ORDERS } from '../model/pledge-orders.ts';

/** The search parameters of each page. Invalid ones are ignored. */
export const homeSearch = z.object({
  /** Only launches of this status. */
  status: statusShape.optional().catch(undefined),
  /** Only launches whose id, mint, name or symbol contains this. */
  find: z.string().max(64).optional().catch(undefined),
  order: z.enum(SORT_CHOICES).optional().catch(undefined),
  /** From 2; the first has no number. */
  page: z
    .string()
    .regex(/^([2-9]|[1-9][0-9]{1,3})$/)
    .optional()
    .catch(undefined),
});
export type HomeSearch = z.output<typeof homeSearch>;

/** The slot shown; by default the newest. */
const slot = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .optional()
  .catch(undefined);

export const activitySearch = z.object({
  kind: z.enum(ACTIVITY_KINDS).optional().catch(undefined),
  page: z.string().max(600).optional().catch(undefined),
});

const launchIdPart = z.string().regex(LAUNCH_ID).optional().catch(undefined);
/** Two launches, each at a slot; the second is the first one without an id. */
export const compareSearch = z.object({ a: launchIdPart, aslot: slot, b: launchIdPart, bslot: slot });

/** Conditions on accounts as JSON, their order, and the place of the page. */
export const accountsSearch = z.object({
  where: z.string().max(4_000).optional().catch(undefined),
  order: z.string().max(512).optional().catch(undefined),
  page: z.string().max(600).optional().catch(undefined),
});
export const accountSearch = z.object({ page: z.string().max(600).optional().catch(undefined) });

/** Conditions on instructions or events, the slots that they are in, and the place of the page. */
export const callsSearch = z.object({
  where: z.string().max(4_000).optional().catch(undefined),
  account: z.string().max(64).optional().catch(undefined),
  from: slot,
  to: slot,
  page: z.string().max(600).optional().catch(undefined),
});

export const walletSearch = z.object({ slot });
const place = z.string().max(600).optional().catch(undefined);

export const launchSearch = z.object({
  slot,
  /** The wallet to look up. */
  wallet: z.string().max(64).optional().catch(undefined),
  /** How pledges are sorted, and the places of the pages of both listings. */
  sort: z.enum(PLEDGE_ORDERS).optional().catch(undefined),
  pledges: place,
  activity: place,
});
export type LaunchSearch = z.output<typeof launchSearch>;

export const intentsSearch = z.object({ status: z.enum(INTENT_STATUSES).optional().catch(undefined) });

export const AGENT_PARTS = ['keys', 'webhooks', 'log'] as const;
export type AgentPart = (typeof AGENT_PARTS)[number];
export const agentsSearch = z.object({ part: z.enum(AGENT_PARTS).optional().catch(undefined) });

/** The parts of the one page that agents, guardrails and rewards once shared: links to them go on working. */
const SETTINGS_PARTS = ['keys', 'guardrails', 'webhooks', 'activity', 'rewards'] as const;
export const settingsSearch = z.object({ part: z.enum(SETTINGS_PARTS).optional().catch(undefined) });

export const harnessSearch = z.object({ show: z.literal('example').optional().catch(undefined) });

const code = z.string().max(64).optional().catch(undefined);
/** Links of agents use either form of the code; an empty one is ignored. */
export const pairSearch = z
  .object({ code, user_code: code })
  .transform((given): { readonly code?: string | undefined } => ({
    code: given.code || given.user_code || undefined,
  }));
