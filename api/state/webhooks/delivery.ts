import { z } from 'zod';
import { integerColumn, smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The delivery of one event to one webhook. Times are Unix milliseconds. */
export interface Delivery {
  readonly id: bigint;
  readonly eventId: string;
  readonly kind: string;
  /** The signed body. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly createdAt: number;
  /** When it is tried next, while it is pending. */
  readonly nextAt: number;
  readonly attempts: number;
  /** Of the last attempt, if there was an answer. */
  readonly httpStatus: number | undefined;
  /** The problem of the last attempt. */
  readonly failure: string | undefined;
  /** When it was delivered or given up. */
  readonly closedAt: number | undefined;
}

export const DELIVERY_COLUMNS =
  'id, event_id, kind, body, status, created_at, next_at, attempts, http_status, failure, closed_at';

export const deliveryRow = z
  .object({
    id: integerColumn,
    event_id: z.string(),
    kind: z.string(),
    body: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    created_at: timestampColumn,
    next_at: timestampColumn,
    attempts: smallColumn,
    http_status: smallColumn.nullable(),
    failure: z.string().nullable(),
    closed_at: timestampColumn.nullable(),
  })
  .transform(
    ({ event_id, created_at, next_at, http_status, failure, closed_at, ...rest }): Delivery => ({
      ...rest,
      eventId: event_id,
      createdAt: created_at,
      nextAt: next_at,
      httpStatus: http_status ?? undefined,
      failure: failure ?? undefined,
      closedAt: closed_at ?? undefined,
    }),
  );
