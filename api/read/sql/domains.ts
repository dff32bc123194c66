import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { versionsOf } from '../../../idl/anchor/program-tables.ts';
import {
  RAW_TRANSACTION_TABLES,
  transactionRowsOf,
  transactionTables,
} from '../../../idl/anchor/transaction-tables.ts';
import type { Mirror } from '../mirror.ts';
import type { Stamp } from '../model.ts';
import type { ProgramReads } from '../programs/reads.ts';
import type { Stamped } from '../questions.ts';
import { LAUNCH_RELATIONS } from './launch-relations.ts';
import { CHECKPOINT, DATABASE, type SqlRelation, shortName } from './relations.ts';

/** One index with slots of its own, and what SQL of strangers may read of it. */
export interface SqlDomain {
  readonly database: string;
  readonly relations: readonly SqlRelation[];
  /** The stamp of an answer at `slot`, or by default at the newest. */
  stampAt(slot: bigint | undefined): Promise<Stamp>;
  /** Asks at a slot, again if that is rolled back meanwhile. */
  ask<Facts>(slot: bigint | undefined, question: (stamp: Stamp) => Promise<Facts>): Promise<Stamped<Facts>>;
}

export function launchDomain(mirror: Pick<Mirror, 'askRecords' | 'stampAt'>): SqlDomain {
  return {
    database: DATABASE,
    relations: LAUNCH_RELATIONS,
    stampAt: mirror.stampAt,
    ask: (slot, question) => mirror.askRecords(slot, ({ stamp }) => question(stamp)),
  };
}

export function programDomain({ program, stampAt, ask }: ProgramReads): SqlDomain {
  const { database } = program;
  const checkpoint = shortName({ database, name: CHECKPOINT });
  return {
    database,
    relations: [
      ...program.types.flatMap((type) => [
        { database, name: type.view },
        { database, name: type.versions, sql: versionsOf(type, database, checkpoint) },
      ]),
      ...[...RAW_TRANSACTION_TABLES, ...transactionTables(program)].map((one) => ({
        ...{ database, name: one.table },
        sql: transactionRowsOf(one, database, checkpoint),
      })),
    ],
    stampAt,
    ask: (slot, question) => ask(slot, (_, { stamp }) => question(stamp)),
  };
}

/** Asks all of these at one slot: the wanted one, or the newest that each of them has. */
export async function askTogether<Facts>(
  domains: readonly SqlDomain[],
  wanted: bigint | undefined,
  question: (stamps: ReadonlyMap<string, Stamp>) => Promise<Facts>,
): Promise<Stamped<Facts>> {
  const [first, ...others] = domains;
  if (first === undefined) throw new LaunchlensError('INTERNAL', {});
  const slot = others.length === 0 ? wanted : (wanted ?? (await newestOfAll(domains)));
  return first.ask(slot, (stamp) => nested(others, slot, new Map([[first.database, stamp]]), question));
}

async function nested<Facts>(
  [next, ...others]: readonly SqlDomain[],
  slot: bigint | undefined,
  stamps: ReadonlyMap<string, Stamp>,
  question: (stamps: ReadonlyMap<string, Stamp>) => Promise<Facts>,
): Promise<Facts> {
  if (next === undefined) return question(stamps);
  const { facts } = await next.ask(slot, (stamp) =>
    nested(others, slot, new Map([...stamps, [next.database, stamp]]), question),
  );
  return facts;
}

async function newestOfAll(domains: readonly SqlDomain[]): Promise<bigint> {
  const stamps = await Promise.all(domains.map(({ stampAt }) => stampAt(undefined)));
  return stamps.map(({ slot }) => slot).reduce((least, slot) => (slot < least ? slot : least));
}
