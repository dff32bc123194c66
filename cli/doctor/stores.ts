import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { pendingMigrations } from '../../core/olap/migrate.ts';
import { pendingDecisionMigrations } from '../../core/oltp/migrate.ts';
import { createDecisions, createFacts } from '../stores.ts';
import type { Check, Finding } from './check.ts';

export const factsCheck: Check = {
  name: 'fact store',
  run: (context) =>
    schemaOf(createFacts(context), {
      busy: 'OLAP_DIRECTORY_BUSY',
      pending: pendingMigrations,
      remedy: 'run `launchlens migrate`; `index`, `api` and `up` do it by themselves',
    }),
};

export const decisionsCheck: Check = {
  name: 'decision store',
  run: async (context) => {
    const { DATABASE_URL, DATA_DIR } = context.settings;
    // Created by the first process that needs it; an indexer alone never does.
    if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'postgres'))) return undefined;
    const found = await schemaOf(createDecisions(context), {
      busy: 'OLTP_DIRECTORY_BUSY',
      pending: pendingDecisionMigrations,
      remedy: 'run `launchlens migrate`; `api` and `up` do it by themselves',
    });
    return found.ok && hasNoSecret(context.settings) ? { ...found, remedy: SECRET_REMEDY } : found;
  },
};

interface SchemaOptions<Store> {
  /** The error of a store that another process has open. */
  readonly busy: ErrorCode;
  readonly pending: (store: Store) => Promise<readonly number[]>;
  readonly remedy: string;
}

/** Whether a store is at the current schema. One that another Launchlens has open works. */
async function schemaOf<Store extends { describe(): string; close(): Promise<void> }>(
  opening: Promise<Store>,
  { busy, pending, remedy }: SchemaOptions<Store>,
): Promise<Finding> {
  const opened = await opening.catch((error: unknown) => {
    if (isLaunchlensError(error, busy)) return error;
    throw error;
  });
  if (opened instanceof Error) return { ok: true, detail: opened.message };
  try {
    const steps = await pending(opened);
    if (steps.length === 0) return { ok: true, detail: `${opened.describe()}, schema current` };
    const detail = `${opened.describe()}, schema steps ${steps.join(', ')} are not applied`;
    return { ok: false, detail, remedy };
  } finally {
    await opened.close();
  }
}

const SECRET_REMEDY =
  'set JWT_SECRET, the same for every API process, or JWT_JWKS_URL: `api` and `up` need one of them with DATABASE_URL';

/** An indexer needs none, so this is only a hint. */
function hasNoSecret({ DATABASE_URL, JWT_SECRET, JWT_JWKS_URL }: Settings): boolean {
  return DATABASE_URL !== undefined && JWT_SECRET === undefined && JWT_JWKS_URL === undefined;
}
