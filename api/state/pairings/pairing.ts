import { z } from 'zod';
import { record, smallColumn, timestampColumn } from '../../../core/oltp/statements.ts';
import { scopesColumn } from '../credentials/credential.ts';

const STATUSES = ['pending', 'approved', 'denied', 'delivered'] as const;

/** An agent's request to be paired with a wallet. Times are Unix milliseconds. */
export const pairing = record({
  id: z.string(),
  clientName: z.string(),
  scopes: scopesColumn,
  status: z.enum(STATUSES),
  createdAt: timestampColumn,
  expiresAt: timestampColumn,
  /** When its token will expire, as shown to the owner. */
  tokenExpiresAt: timestampColumn,
  intervalSeconds: smallColumn,
  polledAt: timestampColumn.nullable(),
  /** The wallet that approved or denied it, and when. */
  owner: z.string().nullable(),
  decidedAt: timestampColumn.nullable(),
});

export type Pairing = z.output<typeof pairing.row>;
export type PairingOutcome = 'approved' | 'denied';
