import { phaseOf } from '../../core/rules/phase.ts';
import { LAUNCH_CONFIG_FIELDS } from '../../schemas/accounts/launch-config.ts';
import { LISTED_PLEDGE_FIELDS } from '../../schemas/accounts/pledge.ts';
import type { LaunchAnswer } from '../../schemas/rest/launch.ts';
import type { PledgeAnswer } from '../../schemas/rest/pledge.ts';
import type { IndexIdentity, LaunchFacts, PledgeState } from '../read/model.ts';
import { accountAnswer } from './account-answer.ts';
import { type ExplorerLink, launchVaultOf } from './addresses.ts';
import { wireAmount, wireCount } from './wire.ts';

const launchFields = accountAnswer(LAUNCH_CONFIG_FIELDS);

/** The `launch` of an answer. */
export function launchAnswer(
  { launch, escrowBalance, vaultBalance }: LaunchFacts,
  { programId }: IndexIdentity,
  link: ExplorerLink,
): LaunchAnswer {
  const { launch_id, status, authority, launch_mint, pledge_mint, escrow_token_account, ...terms } =
    launchFields(launch);
  const vault = launchVaultOf(programId, launch.launchId);
  return {
    launch_id,
    address: launch.address,
    phase: phaseOf(launch),
    status: launch.status,
    status_code: status,
    authority,
    launch_mint,
    pledge_mint,
    escrow_token_account,
    launch_vault: vault,
    ...terms,
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

const pledgeFields = accountAnswer(LISTED_PLEDGE_FIELDS);

/** One row of a pledge listing. */
export function pledgeAnswer(pledge: PledgeState): PledgeAnswer {
  const { pledger, ...fields } = pledgeFields(pledge);
  return { pledger, pledge_address: pledge.address, ...fields, updated_slot: wireCount(pledge.updatedSlot) };
}
