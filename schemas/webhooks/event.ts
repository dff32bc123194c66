import { z } from 'zod';
import { PHASES } from '../launch-statuses.ts';
import { INTENT_STATUSES } from '../rest/intent-statuses.ts';
import { dateTime, launchId, pubkey, slot } from '../rest/scalars.ts';
import { REWARD_PROGRAMS } from '../reward-programs.ts';

/** What webhooks send: the published shape of every event. Events may gain members and kinds. */

const CREDENTIAL_KINDS = ['issued', 'rotated', 'revoked', 'refused'] as const;
const PAYOUT_STATUSES = ['requested', 'settled', 'failed'] as const;

const launch = {
  launch_id: launchId,
  address: pubkey.meta({ description: 'Address of the LaunchConfig account.' }),
};
const phase = z.enum(PHASES);

const launchPhaseChanged = z.strictObject({
  ...launch,
  phase,
  previous_phase: phase.meta({
    description:
      'The phase told before this one; a phase that began and ended between two is told by neither.',
  }),
});

const launchSettled = z.strictObject({
  ...launch,
  phase,
  outcome: z.enum(['succeeded', 'failed']),
  total_pledged: z.string().meta({ description: 'Base units, as a decimal string.' }),
  token_allocation: z.string().meta({ description: 'Base units, as a decimal string.' }),
});

const credentialEvent = z.strictObject({
  credential_id: z.string(),
  surface: z.string().meta({ description: 'Path or command where it happened.' }),
  reason: z.string(),
});

/** Whose agent it was. */
const by = z
  .string()
  .nullable()
  .meta({ description: 'The credential of the agent that asked for it; null for the owner.' });

const intentEvent = z.strictObject({
  intent_id: z.string(),
  credential_id: by,
  tool: z.string().meta({ description: 'The tool whose effect it is.' }),
  summary: z.string().meta({ description: 'What it would do, in one sentence.' }),
  status: z.enum(INTENT_STATUSES),
  previous_status: z.enum(INTENT_STATUSES).nullable(),
  signature: z.string().nullable().meta({ description: 'Of its transaction, once there is one.' }),
});

const payoutEvent = z.strictObject({
  request_id: z.string().meta({ description: 'Id of the payout request.' }),
  wallet: z.string().meta({ description: 'The wallet that is paid.' }),
  program: z.enum(REWARD_PROGRAMS),
  status: z.enum(PAYOUT_STATUSES),
  payout_mint: z.string(),
  reward_amount: z.string().meta({ description: 'Base units, as a decimal string.' }),
  earning_count: z.int().positive().meta({ description: 'How many records it is over.' }),
  tx_signature: z
    .string()
    .nullable()
    .meta({ description: 'The treasury’s transaction, once it is settled.' }),
  reason: z.string().nullable().meta({ description: 'Why it failed.' }),
});

const WALLET_SWITCHES = ['paused', 'killed', 'resumed'] as const;
const walletEvent = z.strictObject({ credential_id: by });

const requestEvent = z.strictObject({
  request_id: z.string(),
  kind: z.string().meta({ description: 'What the owner is asked to sign.' }),
  credential_id: by,
});

const stepRefused = z.strictObject({
  strategy_id: z.string(),
  name: z.string(),
  step: z.int().positive(),
  code: z.string().meta({ description: 'Why, as docs/errors.md explains it.' }),
  detail: z.string(),
  credential_id: z.string().meta({ description: 'The credential that proposes its steps.' }),
});

const nearLiquidation = z.strictObject({
  alert_id: z.string(),
  venue: z.string(),
  market: z.string(),
  position_id: z.string(),
  side: z.string(),
  distance_bps: z
    .int()
    .min(0)
    .meta({ description: 'Distance of the price to liquidation, in basis points of the price.' }),
  alert_distance_bps: z.int().positive().meta({ description: 'The distance that the alert is set to.' }),
  mark_price: z.string().meta({ description: 'As the venue gives it, as is the next.' }),
  liquidation_price: z.string(),
  note: z.string().nullable().meta({ description: 'What to do then, as the alert says.' }),
  credential_id: z.string().meta({ description: 'The credential that set the alert.' }),
});

const DATA = {
  'launch.phase_changed': launchPhaseChanged,
  'launch.settled': launchSettled,
  ...(Object.fromEntries(CREDENTIAL_KINDS.map((kind) => [`credential.${kind}`, credentialEvent])) as {
    [Kind in `credential.${(typeof CREDENTIAL_KINDS)[number]}`]: typeof credentialEvent;
  }),
  ...(Object.fromEntries(INTENT_STATUSES.map((status) => [`intent.${status}`, intentEvent])) as {
    [Kind in `intent.${(typeof INTENT_STATUSES)[number]}`]: typeof intentEvent;
  }),
  ...(Object.fromEntries(PAYOUT_STATUSES.map((status) => [`payout.${status}`, payoutEvent])) as {
    [Kind in `payout.${(typeof PAYOUT_STATUSES)[number]}`]: typeof payoutEvent;
  }),
  ...(Object.fromEntries(WALLET_SWITCHES.map((kind) => [`wallet.${kind}`, walletEvent])) as {
    [Kind in `wallet.${(typeof WALLET_SWITCHES)[number]}`]: typeof walletEvent;
  }),
  'request.made': requestEvent,
  'strategy.step_refused': stepRefused,
  'position.near_liquidation': nearLiquidation,
  'webhook.test': z.strictObject({ webhook_id: z.string() }),
} as const;

export type WebhookEventKind = keyof typeof DATA;
export const WEBHOOK_EVENT_KINDS = Object.keys(DATA) as WebhookEventKind[];

const envelope = {
  id: z.string().meta({ description: 'Of the event: the same at every attempt and for every webhook.' }),
  at: dateTime.meta({ description: 'When it happened.' }),
  slot: slot.nullable().meta({ description: 'The slot that it happened in; null for what is off chain.' }),
};

/** One event, as the body of a delivery. */
export const webhookEvent = z.union(
  Object.entries(DATA).map(([type, data]) => z.strictObject({ ...envelope, type: z.literal(type), data })),
);

/** The data of an event of each kind. */
export type WebhookEventData<Kind extends WebhookEventKind> = z.output<(typeof DATA)[Kind]>;
