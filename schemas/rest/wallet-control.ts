import { z } from 'zod';
import { eachOnce } from '../each-once.ts';
import { U64_MAX, u64Text } from '../u64.ts';
import { COUNTRIES } from './countries.ts';
import { outflow } from './intents.ts';
import { dateTime, pubkey, rowPage } from './scalars.ts';
import { walletKey, walletSignature } from './sign-in.ts';
import { visibleText } from './visible-text.ts';

/** What an owner lets agents do: on the wire, in messages to sign and in the store. */

export const SWITCH_STATE_NAMES = ['on', 'paused', 'killed'] as const;
const PERMISSION_MODE_NAMES = ['observe', 'propose', 'delegate'] as const;

const A_LIST = (most: number) => `null or a list of at most ${most}, each once`;
const AN_AMOUNT = `null or an amount in base units from 0 to ${U64_MAX}, as a decimal string`;
const A_MODE = `one of ${PERMISSION_MODE_NAMES.join(', ')}`;
const A_NAME = '1 to 64 characters of a-z, 0-9, ., _ and -';
const TRUE_OR_FALSE = 'true or false';

/** Of a tool or a venue. */
export const policyName = z.string({ error: A_NAME }).regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/, { error: A_NAME });

function distinct<Item extends z.ZodType>(item: Item, most: number) {
  const error = A_LIST(most);
  return eachOnce(z.array(item, { error }).max(most, { error }), error);
}

const bound = u64Text(AN_AMOUNT).nullable();

export const permissionMode = z.enum(PERMISSION_MODE_NAMES, { error: A_MODE }).meta({
  description:
    'What agents may do. `observe`: propose nothing; `propose`: the owner approves each intent; `delegate`: intents within policy and limits are approved at once. The wallet signs in every mode.',
});

export const walletPolicy = z.strictObject({
  allowed_tools: distinct(policyName, 200).nullable().meta({
    description: 'Calls of other tools are refused, including reads. Null allows every tool.',
  }),
  denied_tools: distinct(policyName, 200).meta({
    description: 'Calls of these tools are refused, including reads, even if `allowed_tools` lists them.',
  }),
  allowed_mints: distinct(walletKey, 200)
    .nullable()
    .meta({ description: 'Mints that may leave the wallet; null allows all.' }),
  allowed_venues: distinct(policyName, 50).nullable().meta({ description: 'Null allows every venue.' }),
  counterparties_only: z
    .boolean({ error: TRUE_OR_FALSE })
    .meta({ description: 'Whether tokens may go only to registered counterparties.' }),
});

export const spendingLimit = z.strictObject({
  mint: walletKey.meta({
    ...pubkey.meta(),
    description: 'The mint; for the native coin, its wrapped mint.',
  }),
  per_intent: bound.meta({
    description: 'Maximum per intent, in base units; null sets no limit.',
  }),
  per_day: bound.meta({
    description: 'Maximum for all intents of 24 hours, in base units; null sets no limit.',
  }),
});

const ONE_FOR_EACH_MINT = 'a list of at most 200 limits, one for each mint';
export const spendingLimits = z
  .array(spendingLimit, { error: ONE_FOR_EACH_MINT })
  .max(200, { error: ONE_FOR_EACH_MINT })
  .refine((limits) => new Set(limits.map(({ mint }) => mint)).size === limits.length, {
    error: ONE_FOR_EACH_MINT,
  })
  .meta({ description: 'All limits, one per mint. A mint without one has no limit.' });

export const counterparty = z.strictObject({
  address: walletKey,
  label: visibleText.meta({ description: 'The owner’s label.' }),
});

const A_LABEL = 'a label that is not itself the address of a wallet';
/** A registered label: one that looks like an address would be mistaken for that wallet. */
const named = counterparty.refine(({ label }) => !walletKey.safeParse(label).success, {
  error: A_LABEL,
  path: ['label'],
});

const ONE_FOR_EACH_WALLET = 'a list of at most 200 counterparties, one for each wallet';
export const counterparties = z
  .array(named, { error: ONE_FOR_EACH_WALLET })
  .max(200, { error: ONE_FOR_EACH_WALLET })
  .refine((set) => new Set(set.map(({ address }) => address)).size === set.length, {
    error: ONE_FOR_EACH_WALLET,
  })
  .meta({ description: 'All counterparties, one per wallet.' });

const A_COUNTRY = 'an ISO 3166-1 alpha-2 code such as CH';
export const country = z
  .enum([...COUNTRIES], { error: A_COUNTRY })
  .meta({ description: 'Country, as an ISO 3166-1 alpha-2 code.', examples: ['CH'] });

export const ownerGrant = z.strictObject({
  id: z.string(),
  kind: z.enum(['session_signer', 'agnta_grant', 'agnta_identity']),
  subject: z.string().meta({ description: 'Who has the grant.' }),
  terms: z.record(z.string(), z.unknown()).meta({ description: 'What the owner signed for.' }),
  request_id: z.string().meta({ description: 'The request that the owner signed.' }),
  granted_at: dateTime,
  expires_at: dateTime.nullable(),
});

export const walletControl = z.strictObject({
  owner: pubkey,
  switch: z.enum(SWITCH_STATE_NAMES).meta({
    description:
      '`paused` stops everything that could move value; `killed` stops everything except reads and quotes.',
  }),
  permission_mode: permissionMode,
  policy: walletPolicy,
  always_allowed_tools: z
    .array(z.string())
    .meta({ description: 'Tools that stop agents. No policy refuses them.' }),
  limits: z.array(spendingLimit),
  counterparties: z.array(counterparty),
  jurisdiction: country
    .nullable()
    .meta({ description: 'The country that the owner declared; null before that.' }),
  grants: z
    .array(ownerGrant)
    .meta({ description: 'The active grants that the owner signed for and can end.' }),
  agent_wallets: z.array(pubkey).meta({ description: 'Wallets that act for the owner.' }),
  watched_wallets: z
    .array(counterparty)
    .meta({ description: 'Wallets that agents may read, without any other right.' }),
  updated_at: dateTime.nullable().meta({ description: 'Null while nothing was changed.' }),
});

export const ownerRequest = z.strictObject({
  id: z.string(),
  kind: z.string().meta({ description: 'What would change, such as `permission_mode`.' }),
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
  payload: z.unknown().meta({ description: 'The requested change.' }),
  message: z.string().meta({ description: 'The text that the owner’s wallet signs to approve it.' }),
  credential_id: z
    .string()
    .nullable()
    .meta({ description: 'The agent that made the request; null for the owner.' }),
  created_at: dateTime,
  expires_at: dateTime.meta({ description: 'When it can no longer be decided.' }),
  decided_at: dateTime.nullable(),
});

export const ownerRequestsAnswer = rowPage(ownerRequest);

/** The result of setting something: it is applied, or waits for the owner's signature. */
export const controlSet = z.strictObject({
  status: z.enum(['applied', 'waits_for_owner']).meta({
    description:
      '`applied`: the change is active. `waits_for_owner`: nothing changes until `request` is signed.',
  }),
  control: walletControl,
  request: ownerRequest.nullable(),
});

export const requestDecided = z.strictObject({ request: ownerRequest, control: walletControl });

export const requestApproval = z.strictObject({
  signature: walletSignature.meta({
    description: 'Signature of the owner’s wallet over the `message` of the request, in base58.',
  }),
});

export const permissionModeRequest = z.strictObject({ permission_mode: permissionMode });
export const limitsRequest = z.strictObject({ limits: spendingLimits });
export const counterpartiesRequest = z.strictObject({ counterparties });
export const jurisdictionRequest = z.strictObject({ country });

export const callDecision = z.strictObject({
  id: z.int().nonnegative(),
  tool: z.string(),
  verdict: z.enum(['allowed', 'refused']),
  gate: z.string().nullable().meta({ description: 'The gate that refused; null if none did.' }),
  code: z.string().nullable().meta({ description: 'The error code that the agent received.' }),
  credential_id: z.string(),
  credential_label: z.string().nullable().meta({ description: 'Label of that credential.' }),
  asked: z.string().nullable().meta({
    description: 'The arguments as JSON, cut after 400 characters; null if they would not be accepted.',
  }),
  stage: z.enum(['plan', 'confirmation']).nullable().meta({
    description: 'Whether it asked for a plan or confirmed one; null for tools without plans.',
  }),
  outflows: z
    .array(outflow)
    .nullable()
    .meta({ description: 'What would leave the wallet; null if that was not looked at.' }),
  intent_id: z.string().nullable().meta({ description: 'The intent that the confirmed plan became.' }),
  at: dateTime,
});

export const callDecisionsAnswer = rowPage(callDecision);

export const controlChange = z.strictObject({
  id: z.int().nonnegative(),
  kind: z.string().meta({ description: 'The changed setting, such as `switch`.' }),
  detail: z.unknown().meta({ description: 'The new value.' }),
  credential_id: z
    .string()
    .nullable()
    .meta({ description: 'The agent that made the change; null for the owner.' }),
  request_id: z.string().nullable().meta({ description: 'The request that the owner signed for it.' }),
  at: dateTime,
});

export const controlChangesAnswer = rowPage(controlChange);

export type WalletPolicyRecord = z.output<typeof walletPolicy>;
export type SpendingLimitRecord = z.output<typeof spendingLimit>;
export type WalletControlAnswer = z.output<typeof walletControl>;
export type OwnerRequestAnswer = z.output<typeof ownerRequest>;
export type OwnerRequestsAnswer = z.output<typeof ownerRequestsAnswer>;
export type ControlSetAnswer = z.output<typeof controlSet>;
export type RequestDecidedAnswer = z.output<typeof requestDecided>;
export type CallDecisionsAnswer = z.output<typeof callDecisionsAnswer>;
export type ControlChangesAnswer = z.output<typeof controlChangesAnswer>;
