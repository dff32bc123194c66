import { compareNewestFirst } from '../../../core/rules/launch-order.ts';
import type { LaunchState } from '../model.ts';
import { launchRow } from '../rows.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const SQL = sqlFile(import.meta.url, 'launches-at.sql');

/** Every launch that exists, newest first. Launches are few; it is their pledges that are many. */
export async function launchesAt(ask: AskAt): Promise<LaunchState[]> {
  const versions = await ask(SQL, {}, launchRow);
  return versions
    .filter(({ closed }) => !closed)
    .map(({ state }) => state)
    .sort(compareNewestFirst);
}
