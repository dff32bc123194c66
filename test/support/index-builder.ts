import { createHash } from 'node:crypto';
import { parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { appendRow, type Cell } from '../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { BlockLayout } from '../../core/olap/native/layout.ts';
import type { Olap } from '../../core/olap/port.ts';
import { escrowTokenAddress, launchAddress, pledgeAddress } from '../../idl/pda.ts';
import { COPIES } from '../../indexer/archive/table.ts';
import { TOKEN_ROLE } from '../../indexer/model/tables.ts';
import { emptyTables } from './empty-tables.ts';
import { COVERAGE_STATE, LAYOUTS, type Table, VERDICT } from './index-tables.ts';

/** The key that a name stands for in tests. */
export function keyOf(name: string): Uint8Array {
  return createHash('sha256').update(name).digest();
}

export function pubkeyOf(name: string) {
  return pubkeyFromBytes(keyOf(name));
}

export const TEST_PROGRAM = pubkeyOf('escrow program');
const program = pubkeyBytes(TEST_PROGRAM);
const zeroes = (bytes: number): Uint8Array => new Uint8Array(bytes);

export interface LaunchFields {
  readonly launchId: bigint;
  readonly slot: bigint;
  readonly status?: number;
  readonly minRaise?: bigint;
  readonly maxRaise?: bigint;
  readonly tokenAllocation?: bigint;
  readonly totalPledged?: bigint;
  readonly pledgerCount?: number;
  readonly startTs?: bigint;
  readonly endTs?: bigint;
  readonly releaseStartTs?: bigint;
  readonly cliffSeconds?: number;
  readonly durationSeconds?: number;
  readonly maxPledgePerWallet?: bigint;
  readonly closed?: boolean;
  /** Of an anchor: the slot of the change that it repeats. */
  readonly changedSlot?: bigint;
}

export interface PledgeFields {
  readonly launchId: bigint;
  /** A name (see `keyOf`) or the key itself. */
  readonly pledger: string | Uint8Array;
  readonly slot: bigint;
  readonly amount?: bigint;
  readonly tokensReleased?: bigint;
  readonly refunded?: boolean;
  readonly pledgedTs?: bigint;
  readonly closed?: boolean;
  /** Of an anchor: the slot of the change that it repeats. */
  readonly changedSlot?: bigint;
}

export interface TokenAccountFields {
  readonly launchId: bigint;
  readonly role: keyof typeof TOKEN_ROLE;
  readonly slot: bigint;
  readonly amount?: bigint;
  readonly closed?: boolean;
}

export interface UnreadableFields {
  readonly launchId: bigint;
  /** A name (see `keyOf`). */
  readonly pledger?: string;
  /** A token account of the launch. */
  readonly role?: keyof typeof TOKEN_ROLE;
  readonly slot: bigint;
  /** Its owner's name; the program without one. */
  readonly owner?: string;
  /** 0 where the account ended. */
  readonly lamports?: bigint;
  /** Its bytes; none without. */
  readonly data?: Uint8Array;
}

export interface FlowFields {
  readonly launchId: bigint;
  readonly slot: bigint;
  /** A name (see `keyOf`); null where the transaction does not tell. */
  readonly wallet: string | null;
  readonly amount: bigint;
  readonly direction?: 'in' | 'out';
  readonly kind?: string;
  readonly ordinal?: number;
  readonly blockTime?: bigint | null;
  /** The name of its transaction; the wallet's and the slot's without one. */
  readonly transaction?: string;
}

export interface CheckpointFields {
  readonly slot: bigint;
  readonly chainSlot?: bigint;
  readonly slotTime?: bigint | null;
  /** Milliseconds since the Unix epoch. */
  readonly indexedAt?: number;
}

const TABLES_OF_LAUNCHES = [
  ...['launch_versions', 'pledge_versions', 'pledge_wallets', 'token_account_versions', 'slots'],
  ...['escrow_flows', 'audits'],
];

/** Writes an index as the indexer does: rows in batches of one revision, the checkpoint last. */
export class IndexBuilder {
  readonly #olap: Olap;
  readonly #pending = new Map<Table, ColumnBlock>();
  revision = 0n;
  #takeBack = 0n;

  constructor(olap: Olap) {
    this.#olap = olap;
  }

  /** Empties every table, and says what the next index is built from. */
  async reset({ cluster = 'localnet', programId = TEST_PROGRAM as string } = {}): Promise<void> {
    await emptyTables(this.#olap, [...Object.keys(LAYOUTS), ...COPIES]);
    this.#pending.clear();
    this.revision = 0n;
    this.#takeBack = 0n;
    parsePubkey(programId);
    this.#add('index_identity', { genesis_hash: 'genesis', program_id: programId, cluster, created_at: 1n });
    await this.#flush();
  }

  launch(fields: LaunchFields): this {
    const { launchId, slot } = fields;
    return this.#add('launch_versions', {
      ...this.#account(slot, launchAddress(program, launchId), fields.closed),
      changed_slot: fields.changedSlot ?? 0n,
      launch_id: launchId,
      header: zeroes(2),
      status: fields.status ?? 1,
      authority: keyOf('authority'),
      launch_mint: keyOf('launch mint'),
      pledge_mint: keyOf('pledge mint'),
      escrow_token_account: escrowTokenAddress(program, launchId),
      min_raise: fields.minRaise ?? 0n,
      max_raise: fields.maxRaise ?? 0n,
      token_allocation: fields.tokenAllocation ?? 0n,
      total_pledged: fields.totalPledged ?? 0n,
      pledger_count: fields.pledgerCount ?? 0,
      start_ts: fields.startTs ?? 0n,
      end_ts: fields.endTs ?? 0n,
      release_start_ts: fields.releaseStartTs ?? 0n,
      release_cliff_seconds: fields.cliffSeconds ?? 0,
      release_duration_seconds: fields.durationSeconds ?? 0,
      max_pledge_per_wallet: fields.maxPledgePerWallet ?? 0n,
      tail: zeroes(120),
    });
  }

  pledge(fields: PledgeFields): this {
    const { launchId, slot } = fields;
    const pledger = typeof fields.pledger === 'string' ? keyOf(fields.pledger) : fields.pledger;
    return this.#add('pledge_versions', {
      ...this.#account(slot, pledgeAddress(program, launchId, pledger), fields.closed),
      changed_slot: fields.changedSlot ?? 0n,
      launch_id: launchId,
      pledger,
      header: zeroes(2),
      amount: fields.amount ?? 0n,
      tokens_released: fields.tokensReleased ?? 0n,
      refunded: fields.refunded ?? false,
      pledged_ts: fields.pledgedTs ?? 0n,
      tail: zeroes(64),
    });
  }

  tokenAccount({ launchId, role, slot, amount = 0n, closed }: TokenAccountFields): this {
    return this.#add('token_account_versions', {
      ...this.#account(slot, keyOf(`${role} ${launchId}`), closed),
      launch_id: launchId,
      role: TOKEN_ROLE[role],
      mint: keyOf('pledge mint'),
      owner: launchAddress(program, launchId),
      amount,
    });
  }

  /** A mint by its name (see `keyOf`), such as `pledge mint`. */
  mint(name: string, decimals: number, slot: bigint): this {
    return this.#add('mint_versions', { ...this.#account(slot, keyOf(name)), decimals });
  }

  /** An update of a Pledge, a token account, or of a LaunchConfig without either, that no layout explains. */
  unreadable(fields: UnreadableFields): this {
    const { launchId, pledger, role, slot, owner, lamports = 1n, data = new Uint8Array() } = fields;
    let address = role ? keyOf(`${role} ${launchId}`) : launchAddress(program, launchId);
    if (pledger !== undefined) address = pledgeAddress(program, launchId, keyOf(pledger));
    const { closed: _, ...account } = this.#account(slot, address);
    const owned = { owner: owner === undefined ? program : keyOf(owner), reason: 'wrong_size' };
    return this.#add('quarantine', { ...account, ...owned, lamports, data, at: 0n });
  }

  slot(slot: bigint, blockTime: bigint | null): this {
    return this.#add('slots', {
      slot,
      parent_slot: slot - 1n,
      block_time: blockTime,
      revision: this.#next,
    });
  }

  coverage(state: keyof typeof COVERAGE_STATE, from: bigint, to: bigint): this {
    return this.#add('coverage', {
      from_slot: from,
      to_slot: to,
      state: COVERAGE_STATE[state],
      revision: this.#next,
      at: 0n,
    });
  }

  audit(slot: bigint, verdict: keyof typeof VERDICT, launchId: bigint | null = null): this {
    return this.#add('audits', {
      slot,
      launch_id: launchId,
      verdict: VERDICT[verdict],
      chain_digest: zeroes(32),
      index_digest: zeroes(32),
      revision: this.#next,
      started_at: 0n,
      finished_at: 0n,
    });
  }

  flow(fields: FlowFields): this {
    const { launchId, slot, wallet, amount, direction = 'in', kind = 'pledge', ordinal = 0 } = fields;
    const half = keyOf(fields.transaction ?? `${wallet} ${slot}`);
    return this.#add('escrow_flows', {
      launch_id: launchId,
      slot,
      signature: Buffer.concat([half, half]),
      ordinal,
      direction: direction === 'in' ? 1 : 2,
      kind,
      wallet: wallet === null ? zeroes(32) : keyOf(wallet),
      mint: keyOf('pledge mint'),
      amount,
      block_time: fields.blockTime ?? null,
      revision: this.#next,
    });
  }

  flowCoverage(from: bigint, to: bigint): this {
    return this.#add('flow_coverage', { from_slot: from, to_slot: to, revision: this.#next, at: 0n });
  }

  /** Writes what was added since the last checkpoint, then the checkpoint. */
  async checkpoint({
    slot,
    chainSlot = slot,
    slotTime = null,
    indexedAt = 0,
  }: CheckpointFields): Promise<void> {
    await this.#flush();
    this.#add('checkpoints', {
      slot,
      revision: this.#next,
      chain_slot: chainSlot,
      slot_time: slotTime,
      commitment: 'confirmed',
      indexed_at: BigInt(indexedAt),
      take_back_revision: this.#takeBack,
    });
    await this.#flush();
    this.revision += 1n;
  }

  /** Takes the slots above `to` back, its own checkpoint first, as the indexer does. */
  async takeBack(from: bigint, to: bigint, tables: readonly string[] = TABLES_OF_LAUNCHES): Promise<void> {
    this.#takeBack = this.#next;
    this.#add('take_backs', { from_slot: from, to_slot: to, cause: 'a test', revision: this.#next, at: 0n });
    await this.checkpoint({ slot: to });
    for (const table of tables) {
      await this.#olap.writer.command({ sql: `DELETE FROM ${table} WHERE slot > ${to}` });
    }
  }

  /** Writes what was added, as a crash before the checkpoint leaves it. */
  async writeWithoutCheckpoint(): Promise<void> {
    await this.#flush();
  }

  get #next(): bigint {
    return this.revision + 1n;
  }

  #account(slot: bigint, address: Uint8Array, closed = false) {
    const signature = zeroes(64);
    return { address, slot, write_version: 1n, revision: this.#next, closed, lamports: 1n, signature };
  }

  #add(table: Table, cells: Readonly<Record<string, Cell>>): this {
    const held = this.#pending.get(table);
    const block = held ?? new ColumnBlock(LAYOUTS[table] as BlockLayout);
    if (held === undefined) this.#pending.set(table, block);
    appendRow(block, cells);
    return this;
  }

  async #flush(): Promise<void> {
    for (const [table, block] of this.#pending) await this.#olap.writer.insert(table, block);
    this.#pending.clear();
  }
}
