import { z } from 'zod';
import { integerColumn, smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import { WEBHOOK_EVENT_KINDS, type WebhookEventKind } from '../../../schemas/webhooks/event.ts';

/** An address that events of an owner are sent to. Times are Unix milliseconds. */
export interface Webhook {
  readonly id: string;
  readonly owner: string;
  readonly url: string;
  readonly label: string;
  readonly events: readonly WebhookEventKind[];
  readonly createdAt: number;
  readonly disabledAt: number | undefined;
  /** Why nothing more is sent. */
  readonly disabledReason: string | undefined;
  /** Deliveries given up since the last one that arrived. */
  readonly deadInARow: number;
  /** Events that were not kept, since as many waited as may. */
  readonly dropped: bigint;
}

export const WEBHOOK_COLUMNS = [
  ...['id', 'owner', 'url', 'label', "array_to_string(events, ',') AS events", 'created_at'],
  ...['disabled_at', 'disabled_reason', 'dead_in_a_row', 'dropped'],
].join(', ');

/** Kinds that this version does not know are left out: nothing of them is sent. */
const eventsColumn = z
  .string()
  .transform((text) => WEBHOOK_EVENT_KINDS.filter((kind) => text.split(',').includes(kind)));

export const webhookRow = z
  .object({
    id: z.string(),
    owner: z.string(),
    url: z.string(),
    label: z.string(),
    events: eventsColumn,
    created_at: timestampColumn,
    disabled_at: timestampColumn.nullable(),
    disabled_reason: z.string().nullable(),
    dead_in_a_row: smallColumn,
    dropped: integerColumn,
  })
  .transform(
    ({ created_at, disabled_at, disabled_reason, dead_in_a_row, ...rest }): Webhook => ({
      ...rest,
      createdAt: created_at,
      disabledAt: disabled_at ?? undefined,
      disabledReason: disabled_reason ?? undefined,
      deadInARow: dead_in_a_row,
    }),
  );
