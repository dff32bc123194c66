import { join } from 'node:path';
import type { Command } from 'commander';
import { counted, noun } from '../../core/kernel/counted.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { filesVersion } from '../../core/oltp/embedded/directory-lock.ts';
import { markMoved } from '../../core/oltp/embedded/moved.ts';
import { copyDecisions, type MovedTable } from '../../core/oltp/move.ts';
import { command } from '../options.ts';
import { runOrder, type Session } from '../session.ts';
import { createDecisions, openDecisions } from '../stores.ts';

const NAME = 'move-decisions';

export function moveDecisionsCommand(): Command {
  return command(NAME, {
    more:
      'Everything is copied and compared in one transaction: either all of it is on the server afterwards, or nothing.\n' +
      'Stop Launchlens first.',
    example: `DATABASE_URL=postgres://user:password@host/database launchlens ${NAME}`,
  }).action(() => runOrder(move));
}

async function move(session: Session): Promise<void> {
  const { settings, logger, shutdown } = session;
  if (settings.DATABASE_URL === undefined) {
    const remedy = 'name an empty database on the server';
    throw new LaunchlensError('SETTING_MISSING', {
      name: 'DATABASE_URL',
      command: `launchlens ${NAME}`,
      remedy,
    });
  }
  const directory = join(settings.DATA_DIR, 'postgres');
  if ((await filesVersion(directory)) === undefined)
    throw new LaunchlensError('OLTP_MOVE_REFUSED', {
      reason: `${directory} has no decisions. Check DATA_DIR`,
    });
  const from = await openDecisions({ ...session, settings: { ...settings, DATABASE_URL: undefined } });
  const to = await createDecisions(session);
  shutdown.onClose('the server', () => to.close());
  const tables = await copyDecisions(from, to, { logger });
  await markMoved(directory, to.describe());
  process.stdout.write(reportText(tables, to.describe()));
}

function reportText(tables: readonly MovedTable[], target: string): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = tables
    .filter((table) => table.rows > 0)
    .map((table) => `${table.table}: ${counted(table.rows, 'row')}, digest ${table.digest}\n`);
  return `${lines.join('')}moved ${rows.toLocaleString('en-US')} ${noun(rows, 'row')} to ${target}\n`;
}
