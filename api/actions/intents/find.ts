import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { IntentStatus } from '../../../schemas/rest/intent-statuses.ts';
import {
  type IntentAnswer,
  type IntentDetail,
  type IntentListAnswer,
  intent as intentShape,
  intentStep,
} from '../../../schemas/rest/intents.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { IntentEvent } from '../../state/intents/events.ts';
import type { Intent } from '../../state/intents/intent.ts';
import { newestFirst } from '../page.ts';
import { writerOf } from '../write.ts';
import type { IntentsContext, PageOf } from './context.ts';

const writeIntent = writerOf(intentShape);
const writeStep = writerOf(intentStep);

export function intentAnswer({ fee, build, ...intent }: Intent, pageOf: PageOf): IntentAnswer {
  return writeIntent({
    ...intent,
    technologyFee: fee,
    hasTransaction: build !== undefined,
    pageUrl: pageOf(intent.id),
  });
}

function intentDetail(
  intent: Intent,
  { steps, pageOf }: { readonly steps: readonly IntentEvent[]; readonly pageOf: PageOf },
): IntentDetail {
  return {
    ...intentAnswer(intent, pageOf),
    plan_terms: intent.planTerms ?? null,
    steps: steps.map(writeStep),
  };
}

type Reading = Pick<IntentsContext, 'intents' | 'pageOf'>;

/** An intent of an owner. @throws INTENT_UNKNOWN */
export async function intentOf(
  { intents }: Pick<Reading, 'intents'>,
  owner: Pubkey,
  id: string,
): Promise<Intent> {
  const intent = await intents.find(owner, id);
  if (!intent) throw new LaunchlensError('INTENT_UNKNOWN', {});
  return intent;
}

/** An intent of an owner, with its history. @throws INTENT_UNKNOWN */
export async function showIntent(context: Reading, owner: Pubkey, id: string): Promise<IntentDetail> {
  const { intents, pageOf } = context;
  return intentDetail(await intentOf(context, owner, id), { steps: await intents.steps(id), pageOf });
}

export interface IntentListing {
  readonly status?: IntentStatus | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function listIntents(
  { intents, pageOf }: Reading,
  owner: Pubkey,
  { status, before, limit }: IntentListing,
): Promise<IntentListAnswer> {
  return newestFirst(
    limit,
    (most) => intents.list(owner, { status, before, limit: most }),
    (intent) => intentAnswer(intent, pageOf),
  );
}

type Deciding = Pick<IntentsContext, 'intents' | 'clock' | 'pageOf'>;

/** The owner approves an intent; signing is separate. Safe to repeat. @throws INTENT_UNKNOWN, INTENT_STANDS */
export async function approveIntent(context: Deciding, owner: Pubkey, id: string): Promise<IntentDetail> {
  const intent = await intentOf(context, owner, id);
  const step = { at: context.clock.now(), movedBy: 'owner' } as const;
  const moved = intent.status !== 'approved' && !(await context.intents.moves.approve(id, step));
  if (moved) await requireStatus(context, { owner, id, wanted: 'approved' });
  return showIntent(context, owner, id);
}

/** The owner rejects an intent; it can no longer be signed. Safe to repeat. @throws INTENT_UNKNOWN, INTENT_STANDS */
export async function rejectIntent(
  context: Deciding,
  owner: Pubkey,
  { id, reason }: { readonly id: string; readonly reason?: string | undefined },
): Promise<IntentDetail> {
  await intentOf(context, owner, id);
  const step = { at: context.clock.now(), movedBy: 'owner', reason } as const;
  const moved = await context.intents.moves.reject(id, step);
  if (!moved) await requireStatus(context, { owner, id, wanted: 'rejected' });
  return showIntent(context, owner, id);
}

/**
 * The agent that proposed an intent takes it back, so that it counts towards no limit. Safe to repeat.
 * @throws INTENT_UNKNOWN, INTENT_OF_ANOTHER, INTENT_STANDS
 */
export async function withdrawIntent(
  context: Deciding,
  { owner, credentialId }: AgentPrincipal,
  id: string,
): Promise<void> {
  const intent = await intentOf(context, owner, id);
  if (intent.credentialId !== credentialId) throw new LaunchlensError('INTENT_OF_ANOTHER', {});
  const step = { at: context.clock.now(), movedBy: 'agent', reason: WITHDRAWN } as const;
  const moved = await context.intents.moves.reject(id, step);
  if (!moved) await requireStatus(context, { owner, id, wanted: 'rejected' });
}

const WITHDRAWN = 'The agent that proposed it withdrew it.';

/** Another request may have done the same. @throws INTENT_STANDS */
async function requireStatus(
  context: Deciding,
  {
    owner,
    id,
    wanted,
  }: { readonly owner: Pubkey; readonly id: string; readonly wanted: 'approved' | 'rejected' },
): Promise<void> {
  const { status, expiresAt } = await intentOf(context, owner, id);
  if (status === wanted) return;
  const late = status === 'proposed' && expiresAt <= context.clock.now();
  throw new LaunchlensError('INTENT_STANDS', { id, status: late ? 'expired' : status, move: wanted });
}
