import { launchRow } from '../account-versions.ts';
import type { LaunchState } from '../model.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const SQL = sqlFile(import.meta.url, 'launch-at.sql');

/** The LaunchConfig of an id, or undefined if the account does not exist. */
export async function launchAt(ask: AskAt, launchId: bigint): Promise<LaunchState | undefined> {
  const [version] = await ask(SQL, { launch_id: launchId }, launchRow);
  return version === undefined || version.closed ? undefined : version;
}
