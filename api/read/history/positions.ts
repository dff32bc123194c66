import { z } from 'zod';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { unsignedColumn } from '../../../core/olap/port.ts';
import { newestVersions } from '../../../idl/newest-versions.ts';
import { pageOfPositions } from '../lists.ts';
import type { PledgeState } from '../model.ts';
import type { PositionPage, PositionsQuestion } from '../questions.ts';
import { launchFactsAt } from './launch-facts-at.ts';
import { launchesById } from './launches-at.ts';
import { pledgesOfWallet } from './pledges-of-wallet.ts';
import type { AskAt } from './query.ts';

const LAUNCHES = `SELECT launch_id FROM (${newestVersions('pledge_wallets', { where: 'pledger = unhex({pledger:String})' })})
WHERE closed = 0`;

const launchIdRow = z.object({ launch_id: unsignedColumn }).transform(({ launch_id }) => launch_id);

/** The ids of launches in which a wallet has a Pledge. */
export function pledgedLaunches(ask: AskAt, wallet: Pubkey): Promise<readonly bigint[]> {
  const pledger = Buffer.from(pubkeyBytes(wallet)).toString('hex');
  return ask(LAUNCHES, { pledger }, launchIdRow);
}

/** The launches in which a wallet has a Pledge, newest first. */
export async function positionsPage(ask: AskAt, question: PositionsQuestion): Promise<PositionPage> {
  const launches = await launchesById(ask, await pledgedLaunches(ask, question.wallet));
  const all = launches.map((launch) => ({ launch }));
  const { positions, ...page } = pageOfPositions(all, question);
  const shown = positions.map(({ launch }) => launch);
  if (shown.length === 0) return { ...page, positions: [] };
  const [facts, pledges] = await Promise.all([
    launchFactsAt(ask, shown),
    pledgesOfWallet(ask, question.wallet, shown),
  ]);
  return {
    ...page,
    positions: facts.map((fact) => ({ ...fact, pledge: pledges.get(fact.launch.launchId) as PledgeState })),
  };
}
