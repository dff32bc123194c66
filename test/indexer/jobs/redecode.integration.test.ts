import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { ESCROW_IDL_HASH, idlHash } from '../../../idl/hash.ts';
import type { Idl } from '../../../idl/schema.ts';
import type { BackfillReport } from '../../../indexer/backfill/report.ts';
import { redecodeJob } from '../../../indexer/jobs/redecode/job.ts';
import { snapshotJob } from '../../../indexer/jobs/snapshot/job.ts';
import { storedIdentity } from '../../../indexer/write/resume/identity.ts';
import { prepareIndex } from '../../../indexer/write/resume.ts';
import { type JobRun, jobParts, runJob } from '../../support/backfills.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { expectEqual } from '../../support/index-check/equality.ts';
import { openStore } from '../../support/running-index.ts';
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

describe('backfill redecode', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let olap: Olap;
  beforeEach(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'backfill redecode', fromSlot: 140 });
    olap = await openStore({ dataDir: directory.path });
  });
  afterEach(async () => {
    await olap.close();
    await live[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const rowsOf = async (table: string): Promise<number> => {
    const [row] = await olap.reader.query({ sql: `SELECT count() AS rows FROM ${table} FINAL` }, counted);
    return Number(row?.rows);
  };

  /** Three states of the chain, some slots apart, as a decoder of this IDL has them; between them no Pledge ended. */
  async function fill(idl: Idl): Promise<void> {
    const parts = await jobParts(live);
    const identity = { ...parts.identity, idlHash: idlHash(idl) };
    for (const slots of [0, 16, 60]) {
      live.chain.advance(slots);
      await runJob(olap, snapshotJob({ ...parts, identity, olap, beside: false, idl }));
    }
  }

  async function redecode(
    { idl = ESCROW_IDL, all = false, writer }: { idl?: Idl; all?: boolean; writer?: OlapLane } = {},
    run?: JobRun,
  ): Promise<BackfillReport> {
    const stored = await storedIdentity(olap.scanner);
    if (!stored) throw new Error('no identity');
    const { clock, logger } = await jobParts(live);
    const lanes = { writer: writer ?? olap.writer, scanner: olap.scanner };
    return runJob(olap, redecodeJob({ olap: lanes, stored, all, idl, clock, logger }), run);
  }

  const endOnePledge = (): Promise<void> =>
    olap.writer.command({
      sql: `INSERT INTO pledge_versions (launch_id, pledger, slot, address, revision, closed)
        SELECT launch_id, pledger, slot - 1, address, revision, 1 FROM pledge_versions ORDER BY slot DESC LIMIT 1`,
    });

  test('brings in what an older IDL could not read, and lets the indexer start again', async () => {
    await fill(OLDER_IDL);
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

  test.todo('tells the end of a Pledge that ended while it stood in the quarantine');

  test('keeps an indexer from starting until it is through', async () => {
    await fill(OLDER_IDL);
    const { identity, clock, logger } = await jobParts(live);
    const prepared = prepareIndex({ olap, identity, clock, logger });
    await expect(prepared).rejects.toMatchObject({ code: 'INDEX_IDL_CHANGED', exit: 2 });
    await redecode();
    await expect(prepareIndex({ olap, identity, clock, logger })).resolves.toMatchObject({
      start: { checkpoint: { slot: live.confirmed } },
    });
  });

  test('run twice changes nothing', async () => {
    await fill(OLDER_IDL);
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
    await fill(OLDER_IDL);
    const before = await tableContents(olap.scanner);
    const quarantined = await rowsOf('quarantine');
    expect(await redecode({}, { dryRun: true })).toMatchObject({ written: quarantined, quarantined: 0 });
    expect(await tableContents(olap.scanner)).toEqual(before);
    expect((await storedIdentity(olap.scanner))?.idlHash).toBe(idlHash(OLDER_IDL));
  });

  test('loses nothing of an account on the way into quarantine and back', async () => {
    await fill(ESCROW_IDL);
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
    await fill(OLDER_IDL);
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
