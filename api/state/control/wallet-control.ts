import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { PERMISSION_MODES, type PermissionMode } from '../../../core/rules/permission-mode.ts';
import type { SpendingLimit } from '../../../core/rules/spending-limits.ts';
import { OPEN_POLICY, type WalletPolicy } from '../../../core/rules/wallet-policy.ts';
import { SWITCH_STATES, type SwitchState } from '../../../core/rules/wallet-switch.ts';
import {
  type Counterparty,
  counterpartiesRecord,
  jsonColumn,
  limitsRecord,
  policyRecord,
  recordOfLimits,
  recordOfPolicy,
} from './columns.ts';

/** What an owner lets agents do with a wallet. */
export interface WalletControl {
  readonly switchState: SwitchState;
  readonly mode: PermissionMode;
  readonly policy: WalletPolicy;
  readonly limits: readonly SpendingLimit[];
  readonly counterparties: readonly Counterparty[];
  /** ISO 3166-1 alpha-2; undefined before one is declared. */
  readonly jurisdiction: string | undefined;
  /** Unix milliseconds; undefined before anything was set. */
  readonly updatedAt: number | undefined;
}

/** The defaults of an owner who has set nothing. */
export const DEFAULT_CONTROL: WalletControl = {
  switchState: 'on',
  mode: 'propose',
  policy: OPEN_POLICY,
  limits: [],
  counterparties: [],
  jurisdiction: undefined,
  updatedAt: undefined,
};

export interface WalletControls {
  of(owner: string): Promise<WalletControl>;
  /** Runs `work` in a transaction that locks the owner's settings. @param now Unix milliseconds */
  holding<Value>(
    owner: string,
    now: number,
    work: (held: WalletControl, queries: Queries) => Promise<Value>,
  ): Promise<Value>;
}

const row = z
  .object({
    switch_state: z.enum(SWITCH_STATES),
    mode: z.enum(PERMISSION_MODES),
    policy: jsonColumn(policyRecord),
    limits: jsonColumn(limitsRecord),
    counterparties: jsonColumn(counterpartiesRecord),
    jurisdiction: z.string().nullable(),
    updated_at: timestampColumn,
  })
  .transform(
    ({ switch_state, updated_at, jurisdiction, ...rest }): WalletControl => ({
      ...rest,
      switchState: switch_state,
      jurisdiction: jurisdiction ?? undefined,
      updatedAt: updated_at,
    }),
  );

const READ = `SELECT switch_state, mode, policy, limits, counterparties, jurisdiction, updated_at
  FROM wallet_controls WHERE owner = $1`;
const BEGIN = 'INSERT INTO wallet_controls (owner, updated_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const SAVE = `UPDATE wallet_controls SET switch_state = $2, mode = $3, policy = $4::jsonb, limits = $5::jsonb,
  counterparties = $6::jsonb, jurisdiction = $7, updated_at = $8 WHERE owner = $1`;

export function createWalletControls(oltp: Oltp): WalletControls {
  return {
    of: async (owner) => (await oltp.query(READ, [owner], row))[0] ?? DEFAULT_CONTROL,
    holding: (owner, now, work) =>
      oltp.transaction(async (queries) => work(await lockControl(queries, owner, now), queries)),
  };
}

/**
 * The owner's settings, locked until the transaction ends: nobody changes switch, policy or limits meanwhile, and other
 * lockers wait. A decision written in the same transaction cannot be overtaken by a stop.
 */
export async function lockControl(queries: Queries, owner: string, now: number): Promise<WalletControl> {
  await queries.run(BEGIN, [owner, new Date(now)]);
  const [held] = await queries.query(`${READ} FOR UPDATE`, [owner], row);
  if (!held)
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a wallet control was made and is not there' });
  return held;
}

/** Writes the new settings, in the transaction that locked them. */
export async function saveControl(
  queries: Queries,
  owner: string,
  { switchState, mode, policy, limits, counterparties, jurisdiction }: WalletControl,
  now: number,
): Promise<void> {
  await queries.run(SAVE, [
    ...[owner, switchState, mode, JSON.stringify(recordOfPolicy(policy))],
    ...[JSON.stringify(recordOfLimits(limits)), JSON.stringify(counterparties)],
    jurisdiction ?? null,
    new Date(now),
  ]);
}
