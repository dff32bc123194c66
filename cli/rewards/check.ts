import { z } from 'zod';
import { contradictions } from '../../core/ledger/contradictions.ts';
import { ledgerReach } from '../../core/ledger/reach.ts';
import { PAYMENT_FAULTS } from '../../core/rules/reward-payments.ts';
import type { JsonValue } from '../operator/protocol.ts';
import type { RewardParts } from './parts.ts';

/** Lists every payment that contradicts the rest of its record, then compares the payments with the treasury's transfers. */
export async function* check(
  { olap, payments }: Pick<RewardParts, 'olap' | 'payments'>,
  signal: AbortSignal,
): AsyncGenerator<JsonValue> {
  const { revision } = await ledgerReach(olap.reader, signal);
  let count = 0;
  for await (const { recordId, at, txSignature, fault } of contradictions(olap.scanner, {
    revision,
    signal,
  })) {
    count += 1;
    yield {
      record_id: recordId.toString(),
      at: new Date(at).toISOString(),
      tx_signature: txSignature,
      fault,
      reason: PAYMENT_FAULTS[fault],
    };
  }
  const { checked, facts, unjudged, differences } = await payments(signal);
  for (const { recordId, txSignature } of differences)
    yield { record_id: recordId.toString(), tx_signature: txSignature, fault: 'not_borne_out' };
  yield {
    ledger_revision: revision.toString(),
    contradictions: count,
    payments: { checked, told: facts, judged: facts - unjudged, unjudged, not_borne_out: differences.length },
  };
}

const finding = z.object({
  record_id: z.string(),
  tx_signature: z.string(),
  fault: z.string(),
  reason: z.string().optional(),
});
const summary = z.object({
  ledger_revision: z.string(),
  contradictions: z.int(),
  payments: z.object({
    checked: z.boolean(),
    told: z.int(),
    judged: z.int(),
    unjudged: z.int(),
    not_borne_out: z.int(),
  }),
});

/** One line of a check for people. */
export function describeCheck(line: unknown): string {
  const found = finding.safeParse(line);
  if (found.success) {
    const { record_id, tx_signature, reason } = found.data;
    const says = reason ?? 'no treasury transfer matches it';
    return `record ${record_id} is marked as paid by ${tx_signature}, but ${says}`;
  }
  const { contradictions: wrong, payments } = summary.parse(line);
  const { told, judged, unjudged, not_borne_out } = payments;
  return [
    `contradictions  ${wrong}`,
    `payments        ${told} reported, ${judged} checked, ${unjudged} not; ${not_borne_out} without a matching transfer`,
  ].join('\n');
}

/** 1 if anything is wrong, 2 if a payment could not be checked, otherwise 0. Lines that name a payment have no code. */
export function checkExitCode(line: unknown): 0 | 1 | 2 {
  const { contradictions: wrong, payments } = summary.parse(line);
  if (wrong + payments.not_borne_out > 0) return 1;
  return payments.unjudged > 0 ? 2 : 0;
}
