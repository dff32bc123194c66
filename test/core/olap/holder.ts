import pino from 'pino';
import { createOlap } from '../../../core/olap/open.ts';

/** `node holder.ts DATA_DIR`: opens the embedded store, says so on one line, and keeps it until it is killed. */
const [dataDir = ''] = process.argv.slice(2);
const olap = await createOlap({ dataDir, logger: pino({ level: 'silent' }) });
await olap.writer.command({
  sql: 'CREATE TABLE IF NOT EXISTS kept (n UInt64) ENGINE = MergeTree ORDER BY n',
});
await olap.writer.command({ sql: 'INSERT INTO kept SELECT 7' });
process.stdout.write('open\n');
setInterval(() => undefined, 1_000);
