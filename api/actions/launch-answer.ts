import { launchStatusCode, phaseOf } from '../../core/rules/phase.ts';
import { type LaunchAnswer, launch as launchShape } from '../../schemas/rest/launch.ts';
import { type PledgeAnswer, pledge as pledgeShape } from '../../schemas/rest/pledge.ts';
import type { IndexIdentity } from '../read/identity.ts';
import type { LaunchFacts, PledgeState } from '../read/model.ts';
import { type ExplorerLink, launchVaultOf } from './addresses.ts';
import { writerOf } from './write.ts';

const writeLaunch = writerOf(launchShape);
const writePledge = writerOf(pledgeShape);

export function launchAnswer(
  { launch, escrowBalance, vaultBalance }: LaunchFacts,
  { programId }: IndexIdentity,
  link: ExplorerLink,
): LaunchAnswer {
  const vault = launchVaultOf(programId, launch.launchId);
  return writeLaunch({
    ...launch,
    phase: phaseOf(launch),
    statusCode: launchStatusCode(launch.status),
    launchVault: vault,
    escrowBalance,
    vaultBalance,
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

export function pledgeAnswer(pledge: PledgeState): PledgeAnswer {
  return writePledge({ ...pledge, pledgeAddress: pledge.address });
}
