import { z } from 'zod';
import { contradictions } from '../../core/ledger/contradictions.ts';
import { ledgerReach } from '../../core/ledger/reach.ts';
import { PAYMENT_FAULTS } from '../../core/rules/reward-payments.ts';
import type { JsonValue } from '../operator/protocol.ts';
import type { RewardParts } from './parts.ts';

export const checkInput = z.strictObject({});

/** Lists every payment that contradicts the rest of its record, then how the payments compare with the treasury's. */
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
    const says = reason ?? 'no transfer of the treasury bears it out';
    return `record ${record_id} is told as paid by ${tx_signature}, but ${says}`;
  }
  const { contradictions: wrong, payments } = summary.parse(line);
  const { told, judged, unjudged, not_borne_out } = payments;
  return [
    `contradictions  ${wrong}`,
    `payments        ${told} told, ${judged} judged, ${unjudged} not; ${not_borne_out} not borne out`,
  ].join('\n');
}

/** 1 for anything that is wrong, 2 where a payment could not be judged, else 0. Lines that name a payment have none. */
export function checkExitCode(line: unknown): 0 | 1 | 2 {
  const { contradictions: wrong, payments } = summary.parse(line);
  if (wrong + payments.not_borne_out > 0) return 1;
  return payments.unjudged > 0 ? 2 : 0;
}
