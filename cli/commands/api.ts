import type { Command } from 'commander';
import { command } from '../options.ts';
import { openSession, serve } from '../session.ts';

export function apiCommand(): Command {
  return command('api', { example: 'CLICKHOUSE_URL=http://localhost:8123 launchlens api' }).action(
    async () => {
      const session = openSession();
      await serve(session, async () => (await import('../services/api.ts')).api(session));
    },
  );
}
