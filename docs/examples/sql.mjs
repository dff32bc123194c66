// SQL over exported files, in the ClickHouse engine that Launchlens brings along. It reads files and keeps nothing.
//   node docs/examples/sql.mjs "SELECT count() FROM file('launch-1-pledges-slot-*.parquet')"
import { query } from 'chdb';

const [sql, ...rest] = process.argv.slice(2);
if (!sql || rest.length > 0) {
  process.stderr.write('usage: node docs/examples/sql.mjs "SELECT …"\n');
  process.exit(2);
}

try {
  process.stdout.write(query(sql, 'PrettyCompactMonoBlock'));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
