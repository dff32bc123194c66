import { z } from 'zod';
import { integerColumn, record, smallColumn, timestampColumn } from '../../../core/oltp/statements.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The delivery of one event to one webhook. Times are Unix milliseconds. */
export const delivery = record({
  id: integerColumn,
  eventId: z.string(),
  kind: z.string(),
  /** The signed body. */
  body: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  createdAt: timestampColumn,
  /** When it is tried next, while it is pending. */
  nextAt: timestampColumn,
  attempts: smallColumn,
  /** Of the last attempt, if there was an answer. */
  httpStatus: smallColumn.nullable(),
  /** The problem of the last attempt. */
  failure: z.string().nullable(),
  /** When it was delivered or given up. */
  closedAt: timestampColumn.nullable(),
});

export type Delivery = z.output<typeof delivery.row>;
