import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openRequest } from '../../../api/state/payouts/open-request.ts';
import { smallColumn } from '../../../core/oltp/statements.ts';
import { type SharedDecisionStore, serverDecisions } from '../../support/decision-stores.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../support/postgres-server.ts';
import { crashingRequest, RECORDS_OF_REQUEST } from './crashing-request.ts';

const CHILD = join(import.meta.dirname, 'dying-claim.ts');
/** Six statements, the end of the work, and the moment after the commit. */
const STEPS = [1, 2, 3, 4, 5, 6, 7, 8];
const AFTER_COMMIT = 8;

describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => {
  let store: SharedDecisionStore;
  beforeAll(async () => {
    store = await serverDecisions();
  });
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
  });

  /** Runs the child and gives the signal that it ended by. */
  const die = (step: number, round: string): Promise<NodeJS.Signals | undefined> =>
    new Promise((ended) => {
      execFile(process.execPath, [CHILD, store.databaseUrl, String(step), round], (error) => {
        ended(error?.signal ?? undefined);
      });
    });

  const counted = async (round: string) => {
    const sql = `SELECT count(DISTINCT request_id) AS requests, count(*) AS records, count(DISTINCT record_id) AS distinct
      FROM payout_request_records JOIN payout_requests ON id = request_id WHERE wallet = $1`;
    const row = z.object({ requests: smallColumn, records: smallColumn, distinct: smallColumn });
    const [found] = await store.oltp.query(sql, [`wallet-${round}`], row);
    const bare = 'SELECT count(*) AS n FROM payout_requests WHERE wallet = $1';
    const [all] = await store.oltp.query(bare, [`wallet-${round}`], z.object({ n: smallColumn }));
    return { ...found, all: all?.n };
  };
  const NOTHING = { requests: 0, records: 0, distinct: 0, all: 0 };
  const ONE = { requests: 1, records: RECORDS_OF_REQUEST, distinct: RECORDS_OF_REQUEST, all: 1 };

  test.for(STEPS)(
    'a claim that is killed at step %i is whole or nothing, and whole when it is repeated',
    async (step) => {
      const round = String(step);
      expect(await die(step, round)).toBe('SIGKILL');
      expect(await counted(round)).toEqual(step === AFTER_COMMIT ? ONE : NOTHING);

      // Asked again by many, as clients do that never got an answer
      const asked = crashingRequest(round);
      const answers = await Promise.all(Array.from({ length: 8 }, () => openRequest(store.oltp, asked)));

      expect(new Set(answers.map((answer) => answer?.id)).size).toBe(1);
      expect(answers[0]).toMatchObject({ earningCount: RECORDS_OF_REQUEST, rewardAmount: 75n });
      expect(await counted(round)).toEqual(ONE);
    },
  );

  test('there is no step beyond those', async () => {
    expect(await die(AFTER_COMMIT + 1, '99')).toBeUndefined();
    expect(await counted('99')).toEqual(ONE);
  });
});
