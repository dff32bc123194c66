import { type LaunchAddresses, pledgeAddress } from '../codec/address.ts';
import { type Pubkey, pubkeyBytes } from '../codec/base58.ts';
import { chainFailure } from '../failure.ts';
import type { ChainAccount } from './chain-account.ts';
import { type Decoded, decodeAccount } from './decode.ts';
import { LAUNCH_CONFIG, PLEDGE } from './layout.ts';

const STATUS_NAMES = ['pending', 'active', 'succeeded', 'failed', 'finalized'] as const;
export type StatusName = (typeof STATUS_NAMES)[number];

export interface LaunchConfig extends Decoded<typeof LAUNCH_CONFIG> {
  readonly statusName: StatusName;
}

export interface Pledge extends Decoded<typeof PLEDGE> {
  readonly address: Pubkey;
}

export interface LaunchKey {
  readonly programId: Pubkey;
  readonly launchId: bigint;
  readonly addresses: LaunchAddresses;
}

/** Whether the launch succeeded, so that its tokens belong to the pledgers. */
export function isAllocated({ statusName }: LaunchConfig): boolean {
  return statusName === 'succeeded' || statusName === 'finalized';
}

/** The launch's terms, refused unless the account is the program's own and names this launch and its own escrow. */
export function readLaunchConfig(account: ChainAccount, key: LaunchKey): LaunchConfig {
  const { address } = account;
  requireOwner(account, key.programId, LAUNCH_CONFIG.name);
  const config = decodeAccount(LAUNCH_CONFIG, address, account.data);
  const statusName = STATUS_NAMES[config.status];
  if (statusName === undefined) {
    throw chainFailure(`LaunchConfig account ${address} holds the unknown status ${config.status}`);
  }
  if (config.launch_id !== key.launchId) {
    throw chainFailure(
      `LaunchConfig account ${address} names launch ${config.launch_id} instead of ${key.launchId}`,
    );
  }
  if (config.escrow_token_account !== key.addresses.escrowTokenAccount) {
    throw chainFailure(
      `LaunchConfig account ${address} names the escrow ${config.escrow_token_account}, but the program's seeds give ${key.addresses.escrowTokenAccount}`,
    );
  }
  return { ...config, statusName };
}

/** One wallet's pledge, refused unless it sits at the address that the program's seeds give for its pledger. */
export function readPledge(account: ChainAccount, { programId, launchId }: LaunchKey): Pledge {
  const { address } = account;
  requireOwner(account, programId, PLEDGE.name);
  const pledge = decodeAccount(PLEDGE, address, account.data);
  if (pledge.launch_id !== launchId) {
    throw chainFailure(`Pledge account ${address} names launch ${pledge.launch_id} instead of ${launchId}`);
  }
  const pledger = pubkeyBytes(pledge.pledger) ?? new Uint8Array(32);
  const derived = pledgeAddress(programId, launchId, pledger, address);
  if (derived !== address) {
    throw chainFailure(
      `Pledge account ${address} is not at the address ${derived} that the program's seeds give for ${pledge.pledger}`,
    );
  }
  return { ...pledge, address };
}

function requireOwner(account: ChainAccount, programId: Pubkey, what: string): void {
  if (account.owner === programId) return;
  throw chainFailure(
    `${what} account ${account.address} is owned by ${account.owner}, not by the escrow program ${programId}`,
  );
}
