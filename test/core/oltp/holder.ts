import pino from 'pino';
import { createOltp } from '../../../core/oltp/open.ts';

/** `node holder.ts DATA_DIR`: opens the embedded store, writes a row in it, says so, and keeps it until it is killed. */
const [dataDir = ''] = process.argv.slice(2);
const oltp = await createOltp({ dataDir, logger: pino({ level: 'silent' }) });
await oltp.script('CREATE TABLE IF NOT EXISTS kept (n bigint); INSERT INTO kept VALUES (7)');
process.stdout.write('open\n');
setInterval(() => undefined, 1_000);
