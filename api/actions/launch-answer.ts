import { launchStatusCode, phaseOf, pledgeWindow } from '../../core/rules/phase.ts';
import type { ListedLaunchAnswer } from '../../schemas/rest/answers.ts';
import { type LaunchAnswer, launch as launchShape } from '../../schemas/rest/launch.ts';
import { type PledgeAnswer, pledge as pledgeShape } from '../../schemas/rest/pledge.ts';
import type { LaunchFacts, PledgeState, SettledFacts, Stamp } from '../read/model.ts';
import { launchVaultOf, pledgeLinks } from './addresses.ts';
import type { Labels } from './context.ts';
import { settlementAnswer } from './settlement-answer.ts';
import { symbolsOf } from './token-symbols.ts';
import { writerOf } from './write.ts';

const writeLaunch = writerOf(launchShape);
const writePledge = writerOf(pledgeShape);

export function launchAnswer(
  facts: LaunchFacts,
  { identity: { programId }, now }: Pick<Stamp, 'identity' | 'now'>,
  { link, symbolOf }: Labels,
): LaunchAnswer {
  const { launch, ...held } = facts;
  const vault = launchVaultOf(programId, launch.launchId);
  return writeLaunch({
    ...launch,
    phase: phaseOf(launch),
    statusCode: launchStatusCode(launch.status),
    pledgeWindow: pledgeWindow(launch, now),
    launchVault: vault,
    ...held,
    ...symbolsOf(launch, symbolOf),
    explorer: {
      launchConfig: link(launch.address),
      escrowTokenAccount: link(launch.escrowTokenAccount),
      launchVault: link(vault),
      launchMint: link(launch.launchMint),
      pledgeMint: link(launch.pledgeMint),
      authority: link(launch.authority),
      program: link(programId),
    },
  });
}

/** A launch in a list: with its settlement, once it has one. */
export function listedLaunchAnswer(facts: SettledFacts, stamp: Stamp, labels: Labels): ListedLaunchAnswer {
  const settlement = settlementAnswer(facts, stamp.now);
  return { ...launchAnswer(facts, stamp, labels), ...(settlement && { settlement }) };
}

export function pledgeAnswer(pledge: PledgeState, { link }: Pick<Labels, 'link'>): PledgeAnswer {
  const explorer = pledgeLinks(pledge.address, pledge.pledger, link);
  return writePledge({ ...pledge, pledgeAddress: pledge.address, explorer });
}
