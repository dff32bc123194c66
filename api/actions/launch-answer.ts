import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { launchStatusCode, phaseOf } from '../../core/rules/phase.ts';
import type { FieldAnswers } from '../../schemas/accounts/answer-fields.ts';
import type { AccountFields, AccountValues, Unit } from '../../schemas/accounts/field.ts';
import { LAUNCH_CONFIG_FIELDS } from '../../schemas/accounts/launch-config.ts';
import { LISTED_PLEDGE_FIELDS } from '../../schemas/accounts/pledge.ts';
import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import { camelCase } from '../../schemas/letter-case.ts';
import type { LaunchAnswer } from '../../schemas/rest/launch.ts';
import type { PledgeAnswer } from '../../schemas/rest/pledge.ts';
import type { IndexIdentity, LaunchFacts, PledgeState } from '../read/model.ts';
import { type ExplorerLink, launchVaultOf } from './addresses.ts';
import { wireAmount, wireCount, wireInteger } from './wire.ts';

/** Writes the value of a field as in answers. */
const WRITE: Readonly<Record<Unit, (value: never) => unknown>> = {
  address: (key: Pubkey) => key,
  base_units: wireAmount,
  count: (count: number) => count,
  flag: (flag: boolean) => flag,
  id: wireAmount,
  seconds: (seconds: number) => seconds,
  status: (status: LaunchStatus) => launchStatusCode(status),
  unix_time: wireInteger,
};

/** Compiles a function that turns an account's state into its answer fields, in the order of their declaration. */
export function accountAnswer<const Fields extends AccountFields>(
  fields: Fields,
): (state: AccountValues<Fields, Pubkey>) => FieldAnswers<Fields> {
  const writers = Object.entries(fields).map(([name, { unit }]) => ({
    name,
    from: camelCase(name),
    write: WRITE[unit] as (value: unknown) => unknown,
  }));
  return (state) => {
    const values = state as Readonly<Record<string, unknown>>;
    const answer: Record<string, unknown> = {};
    for (const { name, from, write } of writers) answer[name] = write(values[from]);
    return answer as FieldAnswers<Fields>;
  };
}

const launchFields = accountAnswer(LAUNCH_CONFIG_FIELDS);

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

export function pledgeAnswer(pledge: PledgeState): PledgeAnswer {
  const { pledger, ...fields } = pledgeFields(pledge);
  return { pledger, pledge_address: pledge.address, ...fields, updated_slot: wireCount(pledge.updatedSlot) };
}
