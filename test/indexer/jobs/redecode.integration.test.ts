import { cp } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Olap, type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { ESCROW_IDL_HASH, idlHash } from '../../../idl/hash.ts';
import type { Idl } from '../../../idl/schema.ts';
import type { BackfillReport } from '../../../indexer/backfill/report.ts';
import { redecodeJob } from '../../../indexer/jobs/redecode/job.ts';
import { snapshotJob } from '../../../indexer/jobs/snapshot/job.ts';
import { storedIdentity } from '../../../indexer/model/identity.ts';
import { prepareIndex } from '../../../indexer/write/resume.ts';
import { type JobRun, jobParts, runJob } from '../../support/backfills.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { expectEqual } from '../../support/index-check/equality.ts';
import { playInStep } from '../../support/play-in-step.ts';
import { openStore, startIndex } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { tableContents } from '../write/table-contents.ts';

/** An IDL that does not know the program's Pledge accounts. */
const OLDER_IDL: Idl = {
  ...ESCROW_IDL,
  accounts: ESCROW_IDL.accounts.map((account) =>
    account.name === 'Pledge' ? { ...account, discriminator: [1, 2, 3, 4, 5, 6, 7, 8] } : account,
  ),
};

const counted = z.object({ rows: z.string() });

interface RedecodeOptions {
  readonly idl?: Idl;
  readonly all?: boolean;
  readonly writer?: OlapLane;
  readonly fromSlot?: bigint;
  readonly toSlot?: bigint;
}

describe('backfill redecode', () => {
  const openChain = () => LiveChain.open({ seed: 'backfill redecode', fromSlot: 140 });
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let olap: Olap;
  /** Stores that `fill` has filled, each copied into the tests that begin with it, and the chain at that time. */
  const filled = new Map<Idl, { readonly live: LiveChain; readonly store: TemporaryDirectory }>();
  beforeEach(async () => {
    directory = await temporaryDirectory();
  });
  afterEach(async () => {
    await olap.close();
    if (![...filled.values()].some((one) => one.live === live)) await live[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    for (const { live: chain, store } of filled.values()) {
      await chain[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    }
  });

  const rowsWhere = async (table: string, where: string): Promise<number> => {
    const sql = `SELECT count() AS rows FROM ${table} FINAL WHERE ${where}`;
    const [row] = await olap.reader.query({ sql }, counted);
    return Number(row?.rows);
  };
  const rowsOf = (table: string): Promise<number> => rowsWhere(table, '1');

  /** States of the chain as a decoder of this IDL has them, the same for every test, which leaves the chain as it is. */
  async function startFilled(idl: Idl): Promise<void> {
    const known = filled.get(idl);
    if (known) {
      live = known.live;
      await cp(known.store.path, directory.path, { recursive: true });
    } else {
      await fill(idl, [0, 16, 60]);
      await olap.close();
      const store = await temporaryDirectory();
      await cp(directory.path, store.path, { recursive: true });
      filled.set(idl, { live, store });
    }
    olap = await openStore({ dataDir: directory.path });
  }

  /** States of a new chain, some slots apart, as a decoder of this IDL has them; gives how many accounts ended between. */
  async function fill(idl: Idl, steps: readonly number[]): Promise<number> {
    live = await openChain();
    olap = await openStore({ dataDir: directory.path });
    const parts = await jobParts(live);
    const identity = { ...parts.identity, idlHash: idlHash(idl) };
    for (const slots of steps) {
      live.chain.advance(slots);
      await runJob(olap, snapshotJob({ ...parts, identity, olap, beside: false, idl }));
    }
    return rowsWhere('quarantine', "reason = 'closed_unidentified'");
  }

  /** The slots that the index has a state of. */
  async function snapshotSlots(): Promise<bigint[]> {
    const sql = "SELECT from_slot AS slot FROM coverage WHERE state = 'snapshot' ORDER BY slot";
    return (await olap.reader.query({ sql }, z.object({ slot: unsignedColumn }))).map(({ slot }) => slot);
  }

  async function redecode(
    { idl = ESCROW_IDL, all = false, writer, ...range }: RedecodeOptions = {},
    run?: JobRun,
  ): Promise<BackfillReport> {
    const stored = await storedIdentity(olap.scanner);
    if (!stored) throw new Error('no identity');
    const { clock, logger } = await jobParts(live);
    const lanes = { writer: writer ?? olap.writer, scanner: olap.scanner };
    return runJob(olap, redecodeJob({ olap: lanes, stored, all, idl, clock, logger, ...range }), run);
  }

  const endOnePledge = (): Promise<void> =>
    olap.writer.command({
      sql: `INSERT INTO pledge_versions (launch_id, pledger, slot, address, revision, closed)
        SELECT launch_id, pledger, slot - 1, address, revision, 1 FROM pledge_versions ORDER BY slot DESC LIMIT 1`,
    });

  test('brings in what an older IDL could not read, and lets the indexer start again', async () => {
    await startFilled(OLDER_IDL);
    const quarantined = await rowsOf('quarantine');
    expect(quarantined).toBeGreaterThan(50);
    expect(await rowsOf('pledge_versions')).toBe(0);
    // And one among them that no IDL explains
    await olap.writer.command({
      sql: `INSERT INTO quarantine (slot, address, owner, reason, data, lamports, revision)
        SELECT slot, unhex(repeat('AB', 32)), owner, 'no_discriminator', 'abc', 1, revision FROM quarantine LIMIT 1`,
    });
    const report = await redecode();
    expect(report).toMatchObject({
      written: quarantined,
      quarantined: 1,
      finding: { all: true, idl_hash: ESCROW_IDL_HASH },
    });
    expect(report.unchanged).toBe((await rowsOf('launch_versions')) + 1);
    expect(await rowsOf('quarantine')).toBe(1);
    // Then the index is the chain at each of the slots that it holds
    const { slots } = await expectEqual({ olap, chain: live.chain, every: 1n });
    expect(slots).toHaveLength(3);
    expect((await storedIdentity(olap.scanner))?.idlHash).toBe(ESCROW_IDL_HASH);
  });

  test('tells the end of a Pledge that ended while it stood in the quarantine, between two snapshots', async () => {
    const ended = await fill(OLDER_IDL, [0, 40, 60, 40, 100]);
    expect(ended).toBeGreaterThan(0);
    await redecode();
    expect(await rowsOf('quarantine')).toBe(0);
    const { slots } = await expectEqual({ olap, chain: live.chain, every: 1n });
    expect(slots).toHaveLength(5);
  });

  test('tells the end of a Pledge that ended while it stood in the quarantine, under a stream', async () => {
    live = await openChain();
    const index = await startIndex({ chain: live, dataDir: directory.path, idl: OLDER_IDL });
    await playInStep(live, index, { until: 300 });
    expect(index.stats.closures).toBeGreaterThan(3);
    await index.stop();
    olap = await openStore({ dataDir: directory.path });
    const ends = await rowsWhere('quarantine', "reason = 'closed_unidentified'");
    expect(ends).toBeGreaterThan(3);
    const report = await redecode();
    expect(report).toMatchObject({ quarantined: 0 });
    expect(await rowsOf('quarantine')).toBe(0);
    // Every version that was streamed is compared, however many states are
    await expectEqual({ olap, chain: live.chain });
  });

  test('of some slots brings those in, changes no answer above them, and leaves the rest to another run', async () => {
    await fill(OLDER_IDL, [0, 16, 60, 40]);
    const first = await snapshotSlots();
    const [from = 0n, to = 0n] = [first[1], first[2]];
    const report = await redecode({ fromSlot: from, toSlot: to });
    expect(report).toMatchObject({ quarantined: 0, finding: { all: true, idl_current: false } });
    expect(Number(report.finding?.ends_above)).toBeGreaterThan(0);
    expect((await storedIdentity(olap.scanner))?.idlHash).toBe(idlHash(OLDER_IDL));
    const told = { decoded: 'closed = 0 AND slot', raw: 'slot' };
    const inside = `BETWEEN ${from} AND ${to}`;
    expect(await rowsWhere('pledge_versions', `${told.decoded} ${inside}`)).toBe(report.written);
    expect(await rowsWhere('pledge_versions', `${told.decoded} NOT ${inside}`)).toBe(0);
    expect(await rowsWhere('quarantine', `${told.raw} ${inside}`)).toBe(0);
    // Then what changed above the range is no answer there, since it is unknown, and what did not change is
    const stale = `SELECT count() AS rows FROM (
        SELECT address, closed FROM pledge_versions ORDER BY slot DESC, revision DESC LIMIT 1 BY address
      ) WHERE closed = 0 AND address IN (SELECT address FROM quarantine WHERE slot > ${to} AND lamports > 0)`;
    const [standing] = await olap.reader.query({ sql: stale }, counted);
    expect(Number(standing?.rows)).toBe(0);
    expect(await rowsOf('pledges')).toBeGreaterThan(0);
    // And run again over the same slots nothing changes
    const before = await tableContents(olap.scanner);
    expect(await redecode({ fromSlot: from, toSlot: to })).toMatchObject({ written: 0 });
    expect(await tableContents(olap.scanner)).toEqual(before);
    await redecode();
    expect(await rowsOf('quarantine')).toBe(0);
    const { slots } = await expectEqual({ olap, chain: live.chain, every: 1n });
    expect(slots).toEqual(first);
  });

  test('of all accounts takes a single one that is no longer read out of every table', async () => {
    await startFilled(ESCROW_IDL);
    const [pledges, wallets] = [await rowsOf('pledge_versions'), await rowsOf('pledge_wallets')];
    // Given a row as a repair writes it, and one that no program writes
    await olap.writer.command({
      sql: `INSERT INTO pledge_versions SELECT * REPLACE (revision + 1 AS revision, revision + 1 AS correction) FROM pledge_versions
        WHERE refunded = 0 ORDER BY slot, address LIMIT 1`,
    });
    await olap.writer.command({
      sql: `ALTER TABLE pledge_versions UPDATE refunded = 7 WHERE (slot, address) IN
        (SELECT slot, address FROM pledge_versions ORDER BY slot DESC, address DESC LIMIT 1) SETTINGS mutations_sync = 2`,
    });
    expect(await redecode({ all: true })).toMatchObject({ written: 1, quarantined: 1 });
    expect(await rowsOf('pledge_versions')).toBe(pledges - 1);
    expect(await rowsOf('pledge_wallets')).toBe(wallets - 1);
  });

  test('keeps an indexer from starting until it is through', async () => {
    await startFilled(OLDER_IDL);
    const { identity, clock, logger } = await jobParts(live);
    const prepared = prepareIndex({ olap, identity, clock, logger });
    await expect(prepared).rejects.toMatchObject({ code: 'INDEX_IDL_CHANGED', exit: 2 });
    await redecode();
    await expect(prepareIndex({ olap, identity, clock, logger })).resolves.toMatchObject({
      start: { checkpoint: { slot: live.confirmed } },
    });
  });

  test('run twice changes nothing', async () => {
    await startFilled(OLDER_IDL);
    await redecode();
    const before = await tableContents(olap.scanner);
    expect(await redecode()).toMatchObject({ read: 0, written: 0, finding: { all: false } });
    const all = await redecode({ all: true });
    expect(all).toMatchObject({ written: 0, quarantined: 0 });
    expect(all.unchanged).toBe(all.read);
    expect(all.read).toBe((await rowsOf('pledge_versions')) + (await rowsOf('launch_versions')));
    expect(await tableContents(olap.scanner)).toEqual(before);
  });

  test('tried dry counts and changes nothing', async () => {
    await startFilled(OLDER_IDL);
    const before = await tableContents(olap.scanner);
    const quarantined = await rowsOf('quarantine');
    expect(await redecode({}, { dryRun: true })).toMatchObject({ written: quarantined, quarantined: 0 });
    expect(await tableContents(olap.scanner)).toEqual(before);
    expect((await storedIdentity(olap.scanner))?.idlHash).toBe(idlHash(OLDER_IDL));
  });

  test('loses nothing of an account on the way into quarantine and back', async () => {
    await startFilled(ESCROW_IDL);
    const pledges = await rowsOf('pledge_versions');
    // Given also a Pledge that ended, of which no bytes are left
    await endOnePledge();
    const { checkpoint: _, ...before } = await tableContents(olap.scanner);
    const away = await redecode({ idl: OLDER_IDL });
    expect(away).toMatchObject({ written: pledges, quarantined: pledges });
    expect([await rowsOf('pledge_versions'), await rowsOf('pledge_wallets')]).toEqual([1, 1]);
    expect(await rowsOf('quarantine')).toBe(pledges);
    const back = await redecode();
    expect(back).toMatchObject({ written: pledges, quarantined: 0 });
    const { checkpoint: __, ...after } = await tableContents(olap.scanner);
    expect(after).toEqual(before);
  });

  test('cut off at any write and run again comes to the same tables', async () => {
    await startFilled(OLDER_IDL);
    await redecode();
    const whole = await tableContents(olap.scanner);
    let cuts = 0;
    for (const limit of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      // Given the index as it was before, in the quarantine
      await redecode({ idl: OLDER_IDL });
      let writes = 0;
      const dying =
        <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
        async (...args: Args): Promise<Result> => {
          if (++writes > limit) throw new Error('killed');
          return write(...args);
        };
      const { writer } = olap;
      const mortal: OlapLane = {
        query: (statement, row) => writer.query(statement, row),
        stream: (statement, row) => writer.stream(statement, row),
        insert: dying((table, block, signal) => writer.insert(table, block, signal)),
        command: dying((statement) => writer.command(statement)),
      };
      const killed = await redecode({ writer: mortal }).then(
        () => false,
        () => true,
      );
      if (!killed) break;
      cuts += 1;
      await redecode();
      expect(await tableContents(olap.scanner)).toEqual(whole);
    }
    expect(cuts).toBeGreaterThan(2);
  });
});
