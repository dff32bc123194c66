import { z } from 'zod';
import type { OlapLane } from '../../core/olap/port.ts';

/** Former mints are in quarantine, like everything of the program that could not be read. */
const SQL = `SELECT DISTINCT base58Encode(address) AS mint
  FROM
  (
    SELECT DISTINCT address FROM mint_versions WHERE slot <= {slot:UInt64}
    UNION ALL
    SELECT DISTINCT address FROM quarantine
    WHERE slot <= {slot:UInt64} AND base58Encode(owner) != {program:String}
  )
  ORDER BY mint`;

const mintRow = z.object({ mint: z.string() });

/**
 * Every account outside the program that was ever followed as a mint or could not be read, including those of
 * launches. An account that was followed once stays followed, so that its history in the index stays correct.
 */
export async function knownMints(
  lane: OlapLane,
  { slot }: { readonly slot: bigint },
  programId: string,
): Promise<string[]> {
  const rows = await lane.query({ sql: SQL, parameters: { slot, program: programId } }, mintRow);
  return rows.map(({ mint }) => mint);
}
