import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import { hasEnded, type ProcessIdentity, thisProcess } from '../../../core/kernel/process-identity.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { holdLease, type Lease } from '../../../core/olap/lease.ts';
import type { LeaseTimes } from '../../../core/olap/leases/claim.ts';
import { Claims } from '../../../core/olap/leases/claim.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { appendRow } from '../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { TAKE_BACKS } from '../../../indexer/model/tables.ts';
import { type ClickHouseServer, startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = pino({ level: 'silent' });
const CONTENDER = join(import.meta.dirname, '../../support/lease-contender.ts');
const TIMES: LeaseTimes = { ttlMs: 3_000, marginMs: 1_000, renewMs: 300, pollMs: 50 };

let server: ClickHouseServer;
let olap: Olap;
beforeAll(async () => {
  server = await startClickHouseServer();
  olap = await createOlap({ clickhouseUrl: server.url, dataDir: '/nonexistent', logger });
  await migrate(olap, { logger });
  const columns = 'holder String, round UInt32, n UInt32, at DateTime64(6)';
  await olap.writer.command({ sql: `CREATE TABLE lease_writes (${columns}) ENGINE = MergeTree ORDER BY at` });
});
afterAll(async () => {
  await olap?.close();
  await server?.stop();
});
beforeEach(async () => {
  for (const table of ['leases', 'lease_writes', 'checkpoints', 'take_backs']) {
    await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
  }
});

class Contender {
  readonly child: ChildProcess;
  output = '';
  /** Resolves when the process has ended and everything that it said has been read. */
  readonly #closed: Promise<unknown>;
  constructor(name: string, rounds: number, writes: number, ttlMs: number) {
    const args = [CONTENDER, server.url, name, ...[rounds, writes, ttlMs].map(String)];
    this.child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#closed = once(this.child, 'close');
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
  }
  async says(text: string): Promise<void> {
    await waitFor(() => this.output.includes(text), {
      what: `${text} in ${this.output}`,
    });
  }
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.child.exitCode;
  }
}
const contenders: Contender[] = [];
function contend(name: string, rounds: number, writes: number, ttlMs: number = TIMES.ttlMs): Contender {
  const contender = new Contender(name, rounds, writes, ttlMs);
  contenders.push(contender);
  return contender;
}
const leases: Lease[] = [];
afterEach(async () => {
  for (const { child } of contenders.splice(0)) child.kill('SIGKILL');
  for (const lease of leases.splice(0)) await lease.release();
});

async function hold(options: { wait?: boolean; signal?: AbortSignal; name?: string } = {}): Promise<Lease> {
  const { signal = createShutdown().signal, wait = false, name = 'indexer' } = options;
  const shutdown = { signal, onClose: () => undefined };
  const lease = await holdLease({ olap, name, clock: systemClock, logger, shutdown, wait, times: TIMES });
  leases.push(lease);
  return lease;
}

const writeRow = z.object({ holder: z.string(), round: z.number(), n: z.number(), at: z.string() });
async function writes() {
  return olap.reader.query({ sql: 'SELECT holder, round, n, at FROM lease_writes ORDER BY at' }, writeRow);
}

async function checkpoints(): Promise<number> {
  const sql = 'SELECT count() AS n FROM checkpoints';
  const [found] = await olap.reader.query({ sql }, z.object({ n: z.coerce.number() }));
  return found?.n ?? 0;
}

async function takeBacks(): Promise<number[]> {
  const sql = 'SELECT revision FROM take_backs ORDER BY revision';
  const rows = await olap.reader.query({ sql }, z.object({ revision: z.coerce.number() }));
  return rows.map(({ revision }) => revision);
}

/** A process of another machine, of which nobody here can say whether it lives. */
const STRANGER: ProcessIdentity = {
  host: 'far-away',
  machine: 'another boot',
  pid: 77,
  started: '1',
  command: 'launchlens index',
};

async function strangerHolds(steps: bigint[], id = randomUUID()): Promise<void> {
  const claims = new Claims(olap.control, { name: 'indexer', ttlMs: TIMES.ttlMs });
  for (const step of steps) {
    await claims.write({ ...STRANGER, id, step, state: 'held', epoch: 7n, since: 0, standing: true });
  }
}

describe('a lease on the store', () => {
  test('is held by one process at a time, however many race for it', async () => {
    // Given four processes that each take the lease three times and write under it
    const racers = ['a', 'b', 'c', 'd'].map((name) => contend(name, 3, 6, 60_000));

    // When all are done
    expect(await Promise.all(racers.map((racer) => racer.ended()))).toEqual([0, 0, 0, 0]);

    // Then no write of one hold falls between two of another
    const rows = await writes();
    expect(rows).toHaveLength(4 * 3 * 6);
    const holds = rows.map(({ holder, round }) => `${holder}${round}`);
    const changes = holds.filter((hold, index) => hold !== holds[index - 1]);
    expect(changes).toHaveLength(4 * 3);
    expect(new Set(changes).size).toBe(4 * 3);
  });

  test('is refused while its holder lives, naming the holder', async () => {
    const holder = contend('launchlens index', 1, 1_000_000);
    await holder.says('held 1');
    await expect(hold()).rejects.toMatchObject({
      code: 'STORE_HELD',
      exit: 2,
      context: { what: 'index', command: 'launchlens index', pid: holder.child.pid },
    });
  });

  test('of another name is free', async () => {
    const holder = contend('launchlens index', 1, 1_000_000);
    await holder.says('held 1');
    await expect(hold({ name: 'backfill:1' })).resolves.toBeDefined();
  });

  test('goes at once to the next when its holder was killed on this machine', async () => {
    const holder = contend('killed', 1, 1_000_000);
    await holder.says('held 1');
    holder.child.kill('SIGKILL');
    await holder.ended();
    const startedAt = Date.now();
    await hold();
    expect(Date.now() - startedAt).toBeLessThan(TIMES.ttlMs - TIMES.marginMs);
  });

  test('goes to the next when a holder of another machine has fallen silent for its whole time', async () => {
    await strangerHolds([1n]);
    const startedAt = Date.now();
    const lease = await hold();
    expect(Date.now() - startedAt).toBeGreaterThan(TIMES.ttlMs - 500);
    expect(() => lease.requireHeld()).not.toThrow();
  });

  test('is refused when a holder of another machine renews it', async () => {
    const id = randomUUID();
    await strangerHolds([1n], id);
    const refused = expect(hold()).rejects.toMatchObject({
      code: 'STORE_HELD',
      context: { host: 'far-away', pid: 77 },
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await strangerHolds([2n], id);
    await refused;
  });

  test('is kept for longer than it lasts by renewing it', async () => {
    const lease = await hold();
    const until = Date.now() + 2 * TIMES.ttlMs;
    await waitFor(() => Date.now() > until, { what: 'twice its time to pass' });
    expect(() => lease.requireHeld()).not.toThrow();
    await expect(hold()).rejects.toMatchObject({ code: 'STORE_HELD' });
  });

  test('given back is free at once', async () => {
    const lease = await hold();
    await lease.release();
    // It does not wait here, so a lease that a living process still holds would be refused.
    await expect(hold()).resolves.toBeDefined();
  });

  test('is lost to a process that was stopped, which then writes nothing more', async () => {
    // Given a holder that writes one row after another and is stopped in the middle
    const stopped = contend('stopped', 1, 1_000_000);
    await waitFor(async () => (await writes()).length > 5, { what: 'it to write' });
    stopped.child.kill('SIGSTOP');

    // When another has taken over, and the first goes on
    const lease = await hold({ wait: true });
    const before = await checkpoints();
    stopped.child.kill('SIGCONT');

    // Then it ends by itself, saying why, without another checkpoint
    expect(await stopped.ended()).toBe(3);
    expect(stopped.output).toContain('has lost the lease');
    expect(await checkpoints()).toBe(before);
    expect(() => lease.requireHeld()).not.toThrow();
  });

  test('is renewed before a write when its time has passed unnoticed, unless another has it', async () => {
    let slept = 0;
    const shutdown = { signal: createShutdown().signal, onClose: () => undefined };
    const elapsed = () => performance.now() + slept;
    const common = { olap, name: 'indexer', clock: systemClock, logger, shutdown, times: TIMES };
    const lease = await holdLease({ ...common, elapsed });
    leases.push(lease);
    slept = TIMES.ttlMs;
    expect(() => lease.requireHeld()).toThrow(expect.objectContaining({ code: 'LEASE_LAPSED' }));
    // Nobody has taken it in the meantime, so it is renewed and the write follows.
    await lease.guard(olap.writer).command({ sql: 'SELECT 1' });
    expect(() => lease.requireHeld()).not.toThrow();

    // When another wants it, a claim that has lapsed gives way
    await strangerHolds([1n]);
    slept += TIMES.ttlMs;
    await expect(lease.guard(olap.writer).command({ sql: 'SELECT 1' })).rejects.toMatchObject({
      code: 'LEASE_LOST',
    });
    expect(lease.lost.aborted).toBe(true);
  });

  test('that another has taken over keeps every write and deletion out at the store itself', async () => {
    const lane = (await hold()).guard(olap.writer);
    const roll = (revision: bigint): Promise<void> => {
      const block = new ColumnBlock(TAKE_BACKS, { capacity: 1 });
      appendRow(block, { from_slot: 2n, to_slot: 1n, cause: 'fork', revision, at: 0n });
      return lane.insert('take_backs', block);
    };
    const sql = 'DELETE FROM take_backs WHERE revision = {revision:UInt64} OR revision = 0';
    const remove = (revision: bigint) => lane.command({ sql, parameters: { revision } });
    await roll(1n);
    await roll(2n);
    await remove(1n);
    expect(await takeBacks()).toEqual([2]);

    // When another holds it, and this process has not looked since
    await strangerHolds([1n]);
    await roll(3n).catch(() => undefined);
    await remove(2n).catch(() => undefined);
    expect(await takeBacks()).toEqual([2]);
  });

  test('outlasts a store that cannot be reached: writes wait, and follow when it is back', async () => {
    const lease = await hold();
    await server.kill();
    const lapsed = (): boolean => {
      try {
        lease.requireHeld();
        return false;
      } catch {
        return true;
      }
    };
    await waitFor(lapsed, { what: 'the lease to lapse' });
    const sql = `INSERT INTO lease_writes SELECT 'waits', 1, 1, now64(6)`;
    const write = lease.guard(olap.writer).command({ sql });
    server = await startClickHouseServer({ directory: server.directory, port: server.port });
    await write;
    expect((await writes()).map(({ holder }) => holder)).toEqual(['waits']);
    expect(lease.lost.aborted).toBe(false);
    await expect(hold()).rejects.toMatchObject({ code: 'STORE_HELD' });
  });
});

test('processes that bring an empty store to the schema at once do it once', async () => {
  await olap.writer.command({ sql: 'DROP TABLE leases SYNC' });
  await olap.writer.command({ sql: 'DROP TABLE schema_migrations SYNC' });
  const results = await Promise.all([1, 2, 3].map(() => migrate(olap, { logger })));
  expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
});

describe('a lease on an embedded store', () => {
  test('is refused twice in the one process that can have the store open, and free once given back', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-lease-'));
    const embedded = await createOlap({ dataDir, logger });
    try {
      const shutdown = createShutdown();
      const common = { olap: embedded, name: 'indexer', clock: systemClock, logger, shutdown };
      const lease = await holdLease(common);
      await expect(holdLease(common)).rejects.toMatchObject({
        code: 'STORE_HELD',
        context: { pid: process.pid },
      });
      await lease.release();
      await holdLease(common);
    } finally {
      await embedded.close();
      await rm(dataDir, { recursive: true });
    }
  });
});

describe('the identity of a process', () => {
  test('tells a living process from one that ended and from a later one with its number', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const own = thisProcess();
    expect(hasEnded(own)).toBe(false);
    expect(hasEnded({ ...own, started: '1' })).toBe(true);
    expect(hasEnded({ ...own, machine: 'another' })).toBeUndefined();
    const pid = child.pid ?? 0;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(hasEnded({ ...own, pid })).toBe(true);
  });
});
