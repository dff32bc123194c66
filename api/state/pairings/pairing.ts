import { z } from 'zod';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Scope } from '../../../core/rules/scopes.ts';
import { scopesColumn } from '../scopes-column.ts';

const STATUSES = ['pending', 'approved', 'denied', 'delivered'] as const;

export type PairingStatus = (typeof STATUSES)[number];
export type PairingOutcome = 'approved' | 'denied';

/** An agent's request to be paired with a wallet. Times are Unix milliseconds. */
export interface Pairing {
  readonly id: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly status: PairingStatus;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When its token will expire, as shown to the owner. */
  readonly tokenExpiresAt: number;
  readonly intervalSeconds: number;
  readonly polledAt: number | undefined;
  /** The wallet that approved or denied it, and when. */
  readonly owner: string | undefined;
  readonly decidedAt: number | undefined;
}

export const COLUMNS = `id, client_name, array_to_string(scopes, ',') AS scopes, status, created_at, expires_at,
  token_expires_at, interval_seconds, polled_at, owner, decided_at`;

export const pairingRow = z
  .object({
    id: z.string(),
    client_name: z.string(),
    scopes: scopesColumn,
    status: z.enum(STATUSES),
    created_at: timestampColumn,
    expires_at: timestampColumn,
    token_expires_at: timestampColumn,
    interval_seconds: smallColumn,
    polled_at: timestampColumn.nullable(),
    owner: z.string().nullable(),
    decided_at: timestampColumn.nullable(),
  })
  .transform(
    ({ id, scopes, status, ...row }): Pairing => ({
      ...{ id, scopes, status },
      clientName: row.client_name,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      tokenExpiresAt: row.token_expires_at,
      intervalSeconds: row.interval_seconds,
      polledAt: row.polled_at ?? undefined,
      owner: row.owner ?? undefined,
      decidedAt: row.decided_at ?? undefined,
    }),
  );
