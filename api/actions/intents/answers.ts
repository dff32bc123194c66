import type { IntentAnswer, IntentDetail } from '../../../schemas/rest/intents.ts';
import type { IntentEvent } from '../../state/intents/events.ts';
import type { Intent } from '../../state/intents/intent.ts';
import { wireAmount, wireCount, wireInstant } from '../wire.ts';

/** The owner's page of an intent. */
export type PageOf = (id: string) => string;

export function intentAnswer(intent: Intent, pageOf: PageOf): IntentAnswer {
  const { id, action, summary, owner, status, fee, createdAt, expiresAt, closedAt, slot } = intent;
  return {
    ...{ id, action, summary, owner, status },
    arguments: { ...intent.arguments },
    outflows: intent.outflows.map(({ mint, amount }) => ({ mint, amount: wireAmount(amount) })),
    technology_fee: fee ? { mint: fee.mint, amount: wireAmount(fee.amount), account: fee.account } : null,
    hand_off: intent.handOff ?? null,
    has_transaction: intent.build !== undefined,
    credential_id: intent.credentialId,
    credential_label: intent.credentialLabel,
    page_url: pageOf(id),
    idempotency_key: intent.idempotencyKey ?? null,
    created_at: wireInstant(createdAt),
    expires_at: wireInstant(expiresAt),
    signature: intent.signature ?? null,
    slot: slot === undefined ? null : wireCount(slot),
    reason: intent.reason ?? null,
    closed_at: closedAt === undefined ? null : wireInstant(closedAt),
  };
}

export function intentDetail(
  intent: Intent,
  { steps, pageOf }: { readonly steps: readonly IntentEvent[]; readonly pageOf: PageOf },
): IntentDetail {
  return {
    ...intentAnswer(intent, pageOf),
    steps: steps.map(({ status, at, movedBy, reason }) => ({
      status,
      at: wireInstant(at),
      moved_by: movedBy,
      reason: reason ?? null,
    })),
  };
}
