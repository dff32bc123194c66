import { launchStatusCode, phaseOf } from '../../core/rules/phase.ts';
import type { LaunchAnswer } from '../../schemas/rest/launch.ts';
import type { IndexIdentity, LaunchFacts, LaunchState } from '../read/model.ts';
import { launchVaultOf } from './addresses.ts';
import type { ExplorerLink } from './explorer.ts';
import { wireAmount, wireCount, wireInteger } from './wire.ts';

/** The `launch` of an answer. */
export function launchAnswer(
  { launch, escrowBalance, vaultBalance }: LaunchFacts,
  { programId }: IndexIdentity,
  link: ExplorerLink,
): LaunchAnswer {
  const vault = launchVaultOf(programId, launch.launchId);
  return {
    launch_id: wireAmount(launch.launchId),
    address: launch.address,
    phase: phaseOf(launch),
    status: launch.status,
    status_code: launchStatusCode(launch.status),
    authority: launch.authority,
    launch_mint: launch.launchMint,
    pledge_mint: launch.pledgeMint,
    escrow_token_account: launch.escrowTokenAccount,
    launch_vault: vault,
    ...termsOf(launch),
    escrow_balance: escrowBalance === undefined ? null : wireAmount(escrowBalance),
    vault_balance: vaultBalance === undefined ? null : wireAmount(vaultBalance),
    updated_slot: wireCount(launch.updatedSlot),
    explorer: {
      launch_config: link(launch.address),
      escrow_token_account: link(launch.escrowTokenAccount),
      launch_vault: link(vault),
      launch_mint: link(launch.launchMint),
      pledge_mint: link(launch.pledgeMint),
      authority: link(launch.authority),
      program: link(programId),
    },
  };
}

function termsOf(launch: LaunchState) {
  return {
    min_raise: wireAmount(launch.minRaise),
    max_raise: wireAmount(launch.maxRaise),
    token_allocation: wireAmount(launch.tokenAllocation),
    total_pledged: wireAmount(launch.totalPledged),
    pledger_count: launch.pledgerCount,
    start_ts: wireInteger(launch.startTs),
    end_ts: wireInteger(launch.endTs),
    release_start_ts: wireInteger(launch.releaseStartTs),
    release_cliff_seconds: launch.releaseCliffSeconds,
    release_duration_seconds: launch.releaseDurationSeconds,
    max_pledge_per_wallet: wireAmount(launch.maxPledgePerWallet),
  };
}
