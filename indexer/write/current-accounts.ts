import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { hexColumn, unsignedColumn } from '../../core/olap/columns.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import type { AccountView } from '../model/account-view.ts';
import { LAMPORTS_AT } from '../model/account-view.ts';
import type { ClosedAccount } from '../model/closed-rows.ts';

const SQL = readFileSync(new URL('current-accounts.sql', import.meta.url), 'utf8');

/** An account that exists in the index, and what its bytes come to. */
export interface CurrentAccount {
  readonly account: ClosedAccount;
  /** MD5, in upper-case hex, of data followed by lamports as u64 LE. */
  readonly digest: string;
}

const KINDS = ['pledge', 'launch', 'escrow', 'vault', 'mint'] as const;

const accountRow = z.object({
  account: hexColumn,
  kind: z.enum(KINDS),
  launch: unsignedColumn,
  wallet: hexColumn,
  digest: z.string().length(32),
});

export interface Checkpointed {
  readonly slot: bigint;
  readonly revision: bigint;
}

/** Every account that exists at a checkpoint, by its address as raw bytes in a latin1 string. */
export async function currentAccounts(
  lane: OlapLane,
  { slot, revision }: Checkpointed,
  signal: AbortSignal,
): Promise<Map<string, CurrentAccount>> {
  const parameters = {
    slot,
    revision,
    pledge_discriminator: hex(PLEDGE.discriminator),
    launch_discriminator: hex(LAUNCH_CONFIG.discriminator),
  };
  const accounts = new Map<string, CurrentAccount>();
  for await (const rows of lane.stream({ sql: SQL, parameters, signal }, accountRow)) {
    for (const { account, kind, launch, wallet, digest } of rows) {
      accounts.set(account.toString('latin1'), { account: identity(kind, launch, wallet), digest });
    }
  }
  return accounts;
}

/** The digest of a view, comparable with `CurrentAccount.digest`. */
export function accountDigest({ bytes, dataAt, dataLength, numbers }: AccountView): string {
  return createHash('md5')
    .update(bytes.subarray(dataAt, dataAt + dataLength))
    .update(numbers.subarray(LAMPORTS_AT, LAMPORTS_AT + 8))
    .digest('hex')
    .toUpperCase();
}

function identity(kind: (typeof KINDS)[number], launchId: bigint, pledger: Uint8Array): ClosedAccount {
  if (kind === 'mint') return { kind };
  return kind === 'pledge' ? { kind, launchId, pledger } : { kind, launchId };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
