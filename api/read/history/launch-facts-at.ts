import { inChunks } from '../../../core/kernel/chunks.ts';
import {
  newestTokenAccounts,
  OF_LAUNCHES,
  type TokenAccountRole,
  type TokenAccountVersion,
  tokenAccountRow,
} from '../account-versions.ts';
import { isSettled } from '../lists.ts';
import type { LaunchFacts, LaunchState, SettledFacts } from '../model.ts';
import { mintDecimals, mintsOf } from '../records/mint-decimals.ts';
import { pledgeTotals } from './pledge-totals.ts';
import type { AskAt } from './query.ts';

const SQL = newestTokenAccounts(OF_LAUNCHES);

/** Ids per statement: ClickHouse limits the length of its text. */
const MOST_IDS = 2_000;

/** Adds to each launch the balances of escrow and vault, and the decimals of its mints. */
export async function launchFactsAt(ask: AskAt, launches: readonly LaunchState[]): Promise<LaunchFacts[]> {
  const [balances, decimals] = await Promise.all([
    balancesAt(ask, launches),
    mintDecimals(ask, mintsOf(launches)),
  ]);
  return launches.map((launch) => ({
    launch,
    escrowBalance: balances.get(keyOf(launch.launchId, 'escrow')),
    vaultBalance: balances.get(keyOf(launch.launchId, 'vault')),
    launchMintDecimals: decimals.get(launch.launchMint)?.decimals,
    pledgeMintDecimals: decimals.get(launch.pledgeMint)?.decimals,
  }));
}

/** The same, with the sums over the pledges of those that are settled. */
export async function settledFactsAt(ask: AskAt, launches: readonly LaunchState[]): Promise<SettledFacts[]> {
  const [facts, totals] = await Promise.all([
    launchFactsAt(ask, launches),
    pledgeTotals(ask, launches.filter(isSettled)),
  ]);
  return facts.map((fact) => ({ ...fact, totals: totals.get(fact.launch.launchId) }));
}

async function balancesAt(
  ask: AskAt,
  launches: readonly LaunchState[],
): Promise<ReadonlyMap<string, bigint>> {
  const accounts: TokenAccountVersion[] = [];
  for (const some of inChunks(launches, MOST_IDS)) {
    const launchIds = some.map(({ launchId }) => launchId);
    accounts.push(...(await ask(SQL, { launch_ids: launchIds }, tokenAccountRow)));
  }
  return new Map(
    accounts
      .filter(({ closed }) => !closed)
      .map((account) => [keyOf(account.launchId, account.role), account.amount]),
  );
}

function keyOf(launchId: bigint, role: TokenAccountRole): string {
  return `${role} ${launchId}`;
}
