import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import {
  deletionOf,
  insertion,
  integerColumn,
  jsonColumn,
  record,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import { GATES, type Gate } from '../../../core/rules/gates.ts';
import type { Outflow } from '../../../core/rules/moves.ts';
import { type EntryPage, listEntries } from '../owner-pages.ts';

/** Why a call was refused. */
export interface CallRefusal {
  readonly gate: Gate;
  /** As sent to the caller. */
  readonly code: string;
}

/** What is kept of a call besides the decision about it. */
export interface CallAsked {
  /** Its arguments as JSON, cut if they are long. */
  readonly asked: string | undefined;
  /** Whether it asked for a plan or confirmed one. */
  readonly stage: (typeof STAGES)[number] | undefined;
  /** The plan that it confirmed. */
  readonly planId: string | undefined;
  /** What would leave the wallet. */
  readonly outflows: readonly Outflow[] | undefined;
}

const STAGES = ['plan', 'confirmation'] as const;
const outflow = z.object({ mint: pubkeyText, amount: z.string().transform(BigInt) });

const stored = record({
  id: integerColumn,
  owner: z.string(),
  credentialId: z.string(),
  tool: z.string(),
  gate: z.enum(GATES).nullable(),
  code: z.string().nullable(),
  asked: z.string().nullable(),
  stage: z.enum(STAGES).nullable(),
  planId: z.string().nullable(),
  outflows: jsonColumn(z.array(outflow)).nullable(),
  /** Unix milliseconds. */
  at: timestampColumn,
});

/** With the credential's current label, and the intent that the call's plan became. */
const shown = record({
  ...stored.shape,
  credentialLabel: z.string().nullable(),
  intentId: z.string().nullable(),
});
const COLUMNS = `${stored.columns},
  (SELECT label FROM credentials WHERE id = call_decisions.credential_id) AS credential_label,
  (SELECT id FROM intents WHERE intents.plan_id = call_decisions.plan_id
    AND intents.owner = call_decisions.owner) AS intent_id`;

const row = shown.row.transform(({ gate, code, ...rest }) => {
  const refusal: CallRefusal | undefined = gate && code !== undefined ? { gate, code } : undefined;
  return { ...rest, refusal };
});

/** The decision about one call of an agent; without a refusal every check allowed it. */
export type CallDecision = z.output<typeof row>;
export interface NewCallDecision extends Partial<CallAsked> {
  readonly owner: string;
  readonly credentialId: string;
  readonly tool: string;
  readonly refusal: CallRefusal | undefined;
  /** Unix milliseconds. */
  readonly at: number;
}

const FORGET = deletionOf({ table: 'call_decisions', key: 'id', where: 'at < $1', oldest: 'at' }, '$2');

export type CallDecisions = ReturnType<typeof createCallDecisions>;

export function createCallDecisions(oltp: Oltp) {
  return {
    record: async ({ refusal, outflows, ...decision }: NewCallDecision) => {
      const verdict = refusal === undefined ? 'allowed' : 'refused';
      const moved = outflows?.map(({ mint, amount }) => ({ mint, amount: amount.toString() }));
      const fields = { ...decision, verdict, ...refusal, ...(moved && { outflows: JSON.stringify(moved) }) };
      await oltp.run(...insertion('call_decisions', fields));
    },
    list: (owner: string, page: EntryPage) =>
      listEntries(oltp, { table: 'call_decisions', columns: COLUMNS, row }, owner, page),
    /** Deletes the oldest decisions made before a time. @returns how many */
    forget: (before: number, most: number) => oltp.run(FORGET, [new Date(before), most]),
  };
}
