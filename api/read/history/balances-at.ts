import { inChunks } from '../../../core/kernel/chunks.ts';
import {
  newestTokenAccounts,
  OF_LAUNCHES,
  type TokenAccountRole,
  type TokenAccountVersion,
  tokenAccountRow,
} from '../account-versions.ts';
import type { LaunchFacts, LaunchState } from '../model.ts';
import type { AskAt } from './query.ts';

const SQL = newestTokenAccounts(OF_LAUNCHES);

/** Ids per statement: ClickHouse limits the length of its text. */
const MOST_IDS = 2_000;

/** Adds the balances of escrow and vault to each launch. */
export async function withBalancesAt(ask: AskAt, launches: readonly LaunchState[]): Promise<LaunchFacts[]> {
  const accounts: TokenAccountVersion[] = [];
  for (const some of inChunks(launches, MOST_IDS)) {
    const launchIds = some.map(({ launchId }) => launchId);
    accounts.push(...(await ask(SQL, { launch_ids: launchIds }, tokenAccountRow)));
  }
  const balances = new Map(
    accounts
      .filter(({ closed }) => !closed)
      .map((account) => [keyOf(account.launchId, account.role), account.amount]),
  );
  return launches.map((launch) => ({
    launch,
    escrowBalance: balances.get(keyOf(launch.launchId, 'escrow')),
    vaultBalance: balances.get(keyOf(launch.launchId, 'vault')),
  }));
}

function keyOf(launchId: bigint, role: TokenAccountRole): string {
  return `${role} ${launchId}`;
}
