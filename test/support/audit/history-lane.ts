import { createHash } from 'node:crypto';
import type { ZodType } from 'zod';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { OlapLane, Statement } from '../../../core/olap/port.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { launchTerms } from '../../../indexer/audit/launch-keys.ts';
import type { ChainAccount } from '../../../indexer/model/chain-read.ts';
import type { AccountHistory } from './history.ts';

export interface HistoryLaneOptions {
  readonly history: AccountHistory;
  readonly programId: string;
  /** The newest slot that the index covers. */
  readonly covered: () => bigint;
  /** The number of rollbacks so far. */
  readonly rollbacks?: (() => bigint) | undefined;
  /** The newest slot that was lost, or read by a snapshot. */
  readonly lost?: (() => bigint) | undefined;
}

/** The answers that an index of a written history would give to the statements of an audit. */
export function historyLane(options: HistoryLaneOptions): OlapLane {
  return {
    query: async <Row>(statement: Statement, row: ZodType<Row>) =>
      answer(statement, options).map((found) => row.parse(found)),
    stream: async function* <Row>(statement: Statement, row: ZodType<Row>) {
      yield answer(statement, options).map((found) => row.parse(found));
    },
    command: async () => undefined,
    insert: async () => undefined,
  };
}

function answer({ sql, parameters = {} }: Statement, options: HistoryLaneOptions): object[] {
  const { covered, rollbacks = () => 0n, lost, history } = options;
  if (sql.includes('FROM checkpoints')) return [checkpoint(covered(), rollbacks())];
  if (sql.includes('take_backs')) return [{ verified: null, first: null }];
  if (sql.includes('FROM coverage')) return [{ held: lost ? `${lost()}` : null }];
  if (sql.includes('FROM reward_events')) return [{ facts: '0' }];
  const slot = BigInt(String(parameters.slot));
  if (slot > covered()) throw new Error(`the index is asked for slot ${slot}, which it does not cover`);
  if (sql.startsWith('SELECT DISTINCT launch_id')) return launchRows(history.everUntil(slot));
  if (sql.includes('AS mint')) return [];
  if (!sql.includes('hex(state.address)')) throw new Error(`an unexpected statement: ${sql}`);
  const only = parameters.everything ? undefined : new Set(parameters.only as readonly string[]);
  return history
    .allAt(slot)
    .map((account) => stateRow(account, options))
    .filter(({ address }) => only?.has(address.toLowerCase()) ?? true)
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

function checkpoint(slot: bigint, rollbackRevision: bigint): object {
  return {
    slot: `${slot}`,
    revision: '1',
    chainSlot: `${slot}`,
    slotTime: null,
    rollbackRevision: `${rollbackRevision}`,
    finalizedSlot: '0',
    tokensByTransactions: 0,
  };
}

function launchRows(accounts: readonly ChainAccount[]): object[] {
  return accounts.flatMap(({ data }) => {
    const terms = launchTerms(data);
    return terms ? [{ ...terms, launchId: `${terms.launchId}` }] : [];
  });
}

function stateRow({ pubkey, owner, data, lamports }: ChainAccount, { programId }: HistoryLaneOptions) {
  const balance = Buffer.alloc(8);
  balance.writeBigUInt64LE(lamports);
  return {
    address: hex(pubkeyBytes(pubkey)),
    kind: owner === programId ? kindOf(data) : 'escrow',
    type: '',
    launchId: '0',
    wallet: hex(new Uint8Array(32)),
    slot: '1',
    changedSlot: '1',
    gone: 0,
    data: hex(data),
    lamports: `${lamports}`,
    digest: createHash('sha256').update(data).update(balance).digest('hex').toUpperCase(),
  };
}

function kindOf(data: Buffer): string {
  const is = ({ discriminator, size }: typeof PLEDGE | typeof LAUNCH_CONFIG): boolean =>
    data.length === size && data.subarray(0, 8).equals(discriminator);
  if (is(PLEDGE)) return 'pledge';
  return is(LAUNCH_CONFIG) ? 'launch' : 'quarantine';
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

/** A key that only depends on its number and kind. */
export function keyOf(what: string): string {
  return pubkeyFromBytes(createHash('sha256').update(what).digest());
}
