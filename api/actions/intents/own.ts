import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { IntentDetail, OwnIntentRequest } from '../../../schemas/rest/intents.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';
import type { JsonObject } from '../../state/intents/intent.ts';
import { requireMarketsOpen, toolNamed } from '../admission/checks.ts';
import type { BuilderContext } from './builders/context.ts';
import { draftPledge } from './builders/pledge.ts';
import { draftTakeOut } from './builders/take-out.ts';
import type { IntentsContext } from './context.ts';
import { digestOf } from './digest.ts';
import type { IntentDraft } from './draft.ts';
import { feeOf, madeOr, preview } from './drafted.ts';
import { showIntent } from './find.ts';
import { planTermsAnswer } from './terms.ts';

/** Owners sign at once or not at all, so it does not wait for a day as agents' proposals do. */
const LIFETIME_MS = 60 * 60 * 1000;

/**
 * An intent that the owner makes with the own wallet: checked and simulated like an agent's, signed and followed in the
 * same way. Switch, mode, policy and limits hold agents, not their owner; the launch's rules and the markets closed to
 * the owner's country hold for both.
 * @throws LAUNCH_NOT_FOUND, PLEDGE_REFUSED, NOTHING_CLAIMABLE, BALANCE_TOO_LOW, MINT_UNKNOWN, JURISDICTION_UNKNOWN,
 * JURISDICTION_FORBIDS, INTENTS_FULL, CHAIN_READER_MISSING, BUILDER_MISSING, SIMULATION_FAILED
 */
export async function makeOwnIntent(
  context: IntentsContext,
  owner: Pubkey,
  request: OwnIntentRequest,
): Promise<IntentDetail> {
  const { intents, building, controls, clock } = context;
  if (building === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  const draft = await draftOf(building, owner, request);
  const requireOpen = marketsOf(context, request, draft);
  requireOpen(await controls.of(owner));
  const fee = await feeOf(context, draft);
  await preview(context, { owner, draft }, fee);
  const planTerms = await planTermsAnswer(context, draft);
  const { action, ...given } = request;
  const asked = argumentsOf(given);
  const digest = digestOf(action, asked, draft.move.counterparties);
  const [id, planId, createdAt] = [randomUUID(), randomUUID(), clock.now()];
  const expiresAt = createdAt + LIFETIME_MS;
  const common = { owner, credentialId: undefined, action, digest, createdAt, expiresAt };
  await intents.plan({ ...common, id: planId });
  const { outflows, ...judged } = draft.move;
  const made = await intents.create(
    {
      ...{ ...common, id, planId, idempotencyKey: undefined, fee, planTerms, outflows },
      ...{ summary: draft.summary, arguments: asked, build: draft.build, handOff: undefined },
      judged: { scope: toolNamed(context.tools, action).scope, ...judged },
    },
    (held) => {
      requireOpen(held);
      return 'proposed';
    },
  );
  return showIntent(context, owner, madeOr(made).intent.id);
}

function draftOf(
  building: BuilderContext,
  wallet: Pubkey,
  { action, launch_id: launchId, amount = 0n }: OwnIntentRequest,
): Promise<IntentDraft> {
  switch (action) {
    case 'pledge_to_ilo':
      return draftPledge(building, { launchId, amount, wallet });
    case 'claim_ilo_tokens':
      return draftTakeOut(building, 'claim', { launchId, wallet });
    case 'refund_ilo_pledge':
      return draftTakeOut(building, 'refund', { launchId, wallet });
  }
}

/** As an agent's arguments are kept. */
function argumentsOf({ launch_id: id, amount }: Omit<OwnIntentRequest, 'action'>): JsonObject {
  return { launch_id: id.toString(), ...(amount !== undefined && { amount: amount.toString() }) };
}

function marketsOf({ markets, tools }: IntentsContext, { action }: OwnIntentRequest, { move }: IntentDraft) {
  const { market } = toolNamed(tools, action);
  return ({ jurisdiction }: WalletControl): void =>
    requireMarketsOpen(markets, jurisdiction, [market, move.market]);
}
