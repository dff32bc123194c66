import { createLogger } from '../../../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { migrate } from '../../../../core/olap/migrate.ts';
import { readProgramMigrations } from '../../../../core/olap/migrations/files.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { defineProgram, type Program, type ProgramType } from '../../../../idl/anchor/program.ts';
import { quoted, schemaOf } from '../../../../idl/anchor/program-tables.ts';
import { transactionSchemaOf } from '../../../../idl/anchor/transaction-tables.ts';
import { encodedByAnchor } from '../../../idl/anchor/anchor-values.ts';
import { IndexBuilder, keyOf, pubkeyOf } from '../../../support/index-builder.ts';
import { literalOf } from './column-literal.ts';
import { DESK_IDL } from './desk-idl.ts';

export const DESK_ADDRESS = pubkeyOf('desk program');

export function deskProgram(name = 'desk'): Program {
  return defineProgram({ name, address: DESK_ADDRESS, idlText: JSON.stringify(DESK_IDL) });
}

/** A value of an account, as Anchor's coder takes it and as answers show it. */
export interface AccountValue {
  readonly anchor: unknown;
  readonly json: unknown;
}

export interface VersionFields {
  /** A name (see `keyOf`). */
  readonly address: string;
  readonly slot: bigint;
  readonly type?: string;
  readonly value?: AccountValue | undefined;
  readonly lamports?: bigint;
  /** Why its bytes do not decode. */
  readonly undecodable?: string;
  readonly closed?: boolean;
  readonly changedSlot?: bigint;
  readonly correction?: boolean;
}

/** Writes the index of a program as the indexer does: rows first, the checkpoint last. */
export class ProgramIndex {
  readonly program: Program;
  readonly olap: Olap;
  /** Slots, coverage and checkpoints, which are as in every index. */
  readonly slots: IndexBuilder;
  #idls = 0;

  constructor(program: Program, olap: Olap) {
    this.program = program;
    this.olap = olap;
    this.slots = new IndexBuilder(olap);
  }

  static async create(store: Olap, program: Program): Promise<ProgramIndex> {
    const olap = await store.database(program.database);
    const migrations = await readProgramMigrations();
    await migrate(olap, { logger: createLogger('silent'), migrations });
    for (const sql of [...schemaOf(program.types), ...transactionSchemaOf(program)])
      await olap.writer.command({ sql });
    const index = new ProgramIndex(program, olap);
    await index.reset();
    await index.keepIdl(program.idl.sha256);
    return index;
  }

  /** Says by which IDL the accounts are decoded. */
  async keepIdl(sha256: string): Promise<void> {
    this.#idls += 1;
    await this.#insert('idl', {
      sha256: `'${sha256}'`,
      document: "''",
      at: `fromUnixTimestamp64Milli(${this.#idls})`,
    });
  }

  get #tables(): readonly string[] {
    return ['account_versions', ...this.program.types.map(({ versions }) => versions)];
  }

  /** Takes the slots above `to` back. */
  async takeBack(from: bigint, to: bigint): Promise<void> {
    await this.slots.takeBack(from, to, ['slots', ...this.#tables.map(quoted)]);
  }

  async reset(): Promise<void> {
    await this.slots.reset({ programId: this.program.address });
    for (const table of this.#tables)
      await this.olap.writer.command({ sql: `TRUNCATE TABLE ${quoted(table)}` });
  }

  async write(...versions: readonly VersionFields[]): Promise<void> {
    for (const version of versions) await this.#version(version);
  }

  async #version(fields: VersionFields): Promise<void> {
    const { type = 'Order', undecodable = '', closed = false } = fields;
    const of = this.program.types.find(({ name }) => name === type);
    const data = closed ? Buffer.alloc(0) : this.#bytes(of, fields);
    const shared = this.#shared(fields);
    const account = {
      type: `'${type}'`,
      undecodable: `'${undecodable}'`,
      data: `unhex('${data.toString('hex')}')`,
    };
    await this.#insert('account_versions', { ...shared, ...account });
    if (of === undefined || undecodable !== '') return;
    const json = fields.value?.json as Readonly<Record<string, unknown>>;
    const columns = closed ? [] : of.columns;
    const cells = columns.map(({ name, field, layout }) => [name, literalOf(layout, json[field])]);
    await this.#insert(of.versions, { ...shared, ...Object.fromEntries(cells) });
  }

  #bytes(type: ProgramType | undefined, { value }: VersionFields): Buffer {
    if (type === undefined || value === undefined) return Buffer.from('0909090909090909', 'hex');
    return Buffer.concat([type.discriminator, encodedByAnchor(DESK_IDL.types, type.name, value.anchor)]);
  }

  #shared({ address, slot, lamports = 1n, closed = false, changedSlot = 0n, correction }: VersionFields) {
    const revision = this.slots.revision + 1n;
    return {
      address: `unhex('${Buffer.from(keyOf(address)).toString('hex')}')`,
      ...{ slot: `${slot}`, write_version: '0', revision: `${revision}` },
      correction: correction ? `${revision}` : '0',
      closed: closed ? '1' : '0',
      lamports: closed ? '0' : `${lamports}`,
      signature: "unhex('')",
      changed_slot: `${changedSlot}`,
    };
  }

  async #insert(table: string, cells: Readonly<Record<string, string>>): Promise<void> {
    const names = Object.keys(cells).map(quoted).join(', ');
    const values = Object.values(cells).join(', ');
    await this.olap.writer.command({ sql: `INSERT INTO ${quoted(table)} (${names}) SELECT ${values}` });
  }

  /** The program that owns the accounts, as bytes. */
  get owner(): Uint8Array {
    return pubkeyBytes(this.program.address);
  }
}
