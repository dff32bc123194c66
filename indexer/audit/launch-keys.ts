import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import { type AccountLayout, fieldOf } from '../../idl/layout.ts';
import { launchVaultAddress } from '../../idl/pda.ts';
import { LAUNCH_STATUSES } from '../../schemas/launch-statuses.ts';

const at = (layout: AccountLayout, name: string): number => fieldOf(layout, name).offset;

const LAUNCH_AT = {
  launchId: at(LAUNCH_CONFIG, 'launch_id'),
  status: at(LAUNCH_CONFIG, 'status'),
  launchMint: at(LAUNCH_CONFIG, 'launch_mint'),
  pledgeMint: at(LAUNCH_CONFIG, 'pledge_mint'),
  escrow: at(LAUNCH_CONFIG, 'escrow_token_account'),
  totalPledged: at(LAUNCH_CONFIG, 'total_pledged'),
  pledgerCount: at(LAUNCH_CONFIG, 'pledger_count'),
};
const PLEDGE_AT = {
  launchId: at(PLEDGE, 'launch_id'),
  amount: at(PLEDGE, 'amount'),
  refunded: at(PLEDGE, 'refunded'),
};

/** The fields of a LaunchConfig that an audit needs. Keys are base58. */
export interface LaunchTerms {
  readonly launchId: bigint;
  readonly status: number;
  readonly totalPledged: bigint;
  readonly pledgerCount: number;
  readonly escrow: string;
  readonly launchMint: string;
  readonly pledgeMint: string;
}

/** The fields of a Pledge that an audit needs. */
export interface PledgeTerms {
  readonly launchId: bigint;
  readonly amount: bigint;
  readonly refunded: boolean;
}

/** Undefined for bytes that are not a LaunchConfig, or one with an unknown status. */
export function launchTerms(data: Buffer): LaunchTerms | undefined {
  if (!isOf(LAUNCH_CONFIG, data) || data.readUInt8(LAUNCH_AT.status) >= LAUNCH_STATUSES.length)
    return undefined;
  return {
    launchId: data.readBigUInt64LE(LAUNCH_AT.launchId),
    status: data.readUInt8(LAUNCH_AT.status),
    totalPledged: data.readBigUInt64LE(LAUNCH_AT.totalPledged),
    pledgerCount: data.readUInt32LE(LAUNCH_AT.pledgerCount),
    escrow: keyAt(data, LAUNCH_AT.escrow),
    launchMint: keyAt(data, LAUNCH_AT.launchMint),
    pledgeMint: keyAt(data, LAUNCH_AT.pledgeMint),
  };
}

export function pledgeTerms(data: Buffer): PledgeTerms | undefined {
  if (!isOf(PLEDGE, data)) return undefined;
  return {
    launchId: data.readBigUInt64LE(PLEDGE_AT.launchId),
    amount: data.readBigUInt64LE(PLEDGE_AT.amount),
    refunded: data.readUInt8(PLEDGE_AT.refunded) !== 0,
  };
}

/** The accounts outside the program that a launch names: escrow, vault and both mints. */
export class NamedKeys {
  readonly #program: Uint8Array;
  /** Deriving an address takes up to a millisecond, and the result never changes. */
  readonly #vaults = new Map<bigint, string>();

  constructor(program: Uint8Array) {
    this.#program = program;
  }

  of({ launchId, escrow, launchMint, pledgeMint }: LaunchNames): readonly string[] {
    return [escrow, this.vault(launchId), launchMint, pledgeMint];
  }

  vault(launchId: bigint): string {
    const known = this.#vaults.get(launchId);
    if (known !== undefined) return known;
    const vault = pubkeyFromBytes(launchVaultAddress(this.#program, launchId));
    this.#vaults.set(launchId, vault);
    return vault;
  }
}

export type LaunchNames = Pick<LaunchTerms, 'launchId' | 'escrow' | 'launchMint' | 'pledgeMint'>;

function isOf({ discriminator, size }: AccountLayout, data: Buffer): boolean {
  return data.length === size && data.subarray(0, discriminator.length).equals(discriminator);
}

function keyAt(data: Buffer, at: number): string {
  return pubkeyFromBytes(data.subarray(at, at + 32));
}
