import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { IntentStatus } from '../../../schemas/rest/intent-statuses.ts';
import type { IntentDetail, IntentListAnswer } from '../../../schemas/rest/intents.ts';
import type { Intent } from '../../state/intents/intent.ts';
import { newestFirst } from '../newest-first.ts';
import { intentAnswer, intentDetail } from './answers.ts';
import type { IntentsContext } from './context.ts';

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

/** An owner's intents, newest first. */
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
