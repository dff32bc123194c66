import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportProgram } from '../../../cli/doctor/program-report.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { callsProgram, coverTransactions } from '../../api/programs/support/calls-program.ts';
import { followProgram } from '../../api/programs/support/programs-suite.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('the report of a program says how far it is, and creates no database for one that is not followed', async () => {
  await using directory = await temporaryDirectory();
  const olap = await createOlap({ dataDir: directory.path, logger: pino({ level: 'silent' }) });
  const followed = await followProgram(olap, callsProgram('calls'));
  try {
    await followed.index.write({ address: 'a', slot: 11n, undecodable: 'too short' });
    await coverTransactions(followed.index, 12);
    followed.index.slots.coverage('streamed', 10n, 30n);
    await followed.show(20n);
    expect(await reportProgram(olap, 'calls', systemClock)).toMatchObject({
      ...{ name: 'calls', undecodable: 1, transactions_from: '12' },
      coverage: { last_slot: '20', lost_ranges: 0 },
    });

    expect(await reportProgram(olap, 'unknown', systemClock)).toMatchObject({ coverage: null });
    const databases = await olap.reader.query(
      { sql: "SELECT name FROM system.databases WHERE name LIKE 'launchlens%' ORDER BY name" },
      z.object({ name: z.string() }),
    );
    expect(databases.map(({ name }) => name)).toEqual(['launchlens', 'launchlens_calls']);
  } finally {
    await followed.stop();
    await olap.close();
  }
});
