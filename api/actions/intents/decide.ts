import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { IntentDetail } from '../../../schemas/rest/intents.ts';
import type { IntentsContext } from './context.ts';
import { intentOf, showIntent } from './find.ts';

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
