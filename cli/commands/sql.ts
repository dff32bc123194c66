import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { SQL_FORMAT_NAMES, sqlAnswer } from '../../schemas/rest/sql.ts';
import { reportFailure } from '../failure.ts';
import { command, parseSlot } from '../options.ts';
import { openSession } from '../session.ts';
import { askApi } from '../sql/ask.ts';
import { renderTable } from '../sql/table.ts';

const FORMATS = ['table', ...SQL_FORMAT_NAMES] as const;
type Format = (typeof FORMATS)[number];
/** Their bytes are nothing for a terminal. */
const BINARY: ReadonlySet<Format> = new Set(['parquet', 'arrow']);
/** What listens on all addresses can be reached at this one. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

interface SqlFlags {
  readonly asOfSlot?: bigint;
  readonly format: Format;
  readonly out?: string;
  readonly api?: string;
}

export function sqlCommand(): Command {
  return command('sql', {
    more: 'Asks the API of a running `launchlens up` or `api`. docs/sql.md lists what can be read.',
    example: 'launchlens sql "SELECT launch_id, status, total_pledged FROM launches"',
  })
    .argument('<query>', 'one SELECT in ClickHouse’s dialect')
    .option('--as-of-slot <slot>', 'the state at this slot (default: the newest)', parseSlot)
    .addOption(new Option('--format <name>', 'how the rows are written').choices(FORMATS).default('table'))
    .option('--out <file>', 'write to this file instead of standard output')
    .option('--api <url>', 'the API to ask (default: by HTTP_HOST and HTTP_PORT)')
    .action(async (query: string, flags: SqlFlags) => {
      try {
        await run(query, flags);
      } catch (error) {
        process.exitCode = reportFailure(error);
      }
    });
}

async function run(query: string, { asOfSlot, format, out, api }: SqlFlags): Promise<void> {
  if (BINARY.has(format) && out === undefined && process.stdout.isTTY) {
    throw new LaunchlensError('SQL_FORMAT_FOR_FILES', { format });
  }
  const asked = format === 'table' ? 'json' : format;
  const bytes = await askApi({
    api: api ?? addressOf(openSession().settings),
    query,
    asOfSlot,
    format: asked,
  });
  const shown = format === 'table' ? Buffer.from(tableOf(bytes)) : bytes;
  if (out === undefined) process.stdout.write(shown);
  else await writeFile(out, shown);
}

function tableOf(bytes: Uint8Array): string {
  return renderTable(sqlAnswer.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))));
}

function addressOf({ HTTP_HOST: host, HTTP_PORT: port }: Settings): string {
  const name = ANY_ADDRESS.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
