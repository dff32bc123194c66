import { z } from 'zod';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { launchVaultAddress } from '../../../idl/pda.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';
import type { KnownLaunch } from '../../model/known-launch.ts';

const SQL = `SELECT launch_id AS launchId,
    base58Encode(known.address) AS address,
    base58Encode(known.escrow_token_account) AS escrowTokenAccount,
    base58Encode(known.launch_mint) AS launchMint,
    base58Encode(known.pledge_mint) AS pledgeMint
  FROM
  (
    SELECT launch_id, address, escrow_token_account, launch_mint, pledge_mint
    FROM launch_versions
    WHERE closed = 0 AND slot <= {slot:UInt64}
    ORDER BY launch_id, address, slot DESC, revision DESC
    LIMIT 1 BY launch_id, address
  ) AS known
  ORDER BY launchId, address`;

const launchRow = z.object({
  launchId: unsignedColumn,
  address: z.string(),
  escrowTokenAccount: z.string(),
  launchMint: z.string(),
  pledgeMint: z.string(),
});

/** Every launch that the index has seen, including closed ones: their token accounts may outlive them. */
export async function knownLaunches(
  lane: OlapLane,
  { slot }: Pick<Checkpoint, 'slot'>,
  programId: string,
): Promise<KnownLaunch[]> {
  const program = pubkeyBytes(programId);
  const rows = await lane.query({ sql: SQL, parameters: { slot } }, launchRow);
  return rows.map((row) => ({
    ...row,
    launchVault: pubkeyFromBytes(launchVaultAddress(program, row.launchId)),
  }));
}
