import pino from 'pino';
import { systemClock } from '../../../core/kernel/clock.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { prepareIndex } from '../../../indexer/write/resume.ts';
import { Writer } from '../../../indexer/write/writer.ts';
import { livelySlot } from '../../support/slot-maker.ts';
import { tableContents } from './table-contents.ts';
import { TEST_IDENTITY } from './test-identity.ts';

/**
 * `node crash-child.ts DIRECTORY LAST_SLOT KILL_AT`: indexes slots up to LAST_SLOT in small batches, and kills itself
 * without warning around its insert number KILL_AT: before it is sent, while it runs, or after it, in turn. Prints the
 * tables when it gets to the end.
 */
const [dataDir = '', last = '0', killAt = '0'] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const olap = await createOlap({ dataDir, logger });
await migrate(olap, { logger });

let inserts = 0;
const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
const mortal: OlapLane = {
  ...olap.writer,
  insert: async (table, block, signal) => {
    inserts += 1;
    const fatal = inserts === Number(killAt);
    if (fatal && inserts % 3 === 0) die();
    const done = olap.writer.insert(table, block, signal);
    if (fatal && inserts % 3 === 1) setTimeout(die, 2);
    await done;
    if (fatal) die();
  },
};

const { start } = await prepareIndex({ olap, identity: TEST_IDENTITY, clock: systemClock, logger });
const writer = new Writer({
  olap: { writer: mortal },
  clock: systemClock,
  logger,
  commitment: 'confirmed',
  start,
  limits: { flushRows: 60 },
});
for (let slot = (start.checkpoint?.slot ?? 99n) + 1n; slot <= BigInt(last); slot += 1n) {
  await writer.append(livelySlot(slot));
  await writer.flush();
}
await writer.close();
process.stdout.write(`${JSON.stringify(await tableContents(olap.reader))}\n`);
await olap.close();
