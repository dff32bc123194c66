import type { Command } from 'commander';
import { command } from '../options.ts';
import { type ProgramFlags, withPrograms } from '../programs/options.ts';
import { openSession, serve } from '../session.ts';

export function apiCommand(): Command {
  const api = command('api', { example: 'CLICKHOUSE_URL=http://localhost:8123 launchlens api' });
  return withPrograms(api).action(async (flags: ProgramFlags) => {
    const session = openSession();
    await serve(session, async () => (await import('../services/api.ts')).api(session, flags));
  });
}
