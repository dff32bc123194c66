import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parsePubkey } from '../../core/kernel/pubkey.ts';
import type { Olap } from '../../core/olap/port.ts';
import { unsignedColumn } from '../../core/olap/port.ts';
import type { Chain } from '../../fixtures/localnet/chain/chain.ts';
import { addressText } from '../../fixtures/localnet/keys/address.ts';
import { VAULT_PROGRAM } from '../../fixtures/localnet/keys/well-known.ts';
import { compileDecoder } from '../../idl/anchor/decode.ts';
import { defineProgram, type Program, type ProgramOptions } from '../../idl/anchor/program.ts';
import { LOCALNET_VAULT_ID } from '../../idl/localnet.ts';

export const VAULT_IDL_FILE = fileURLToPath(
  new URL('../../fixtures/localnet/vault-program/vault.json', import.meta.url),
);

/** The second program of the local chain. */
export function vault(more: Partial<ProgramOptions> = {}): Program {
  const address = parsePubkey(LOCALNET_VAULT_ID);
  const idlText = readFileSync(VAULT_IDL_FILE, 'utf8');
  return defineProgram({ name: 'vault', address, idlText, ...more });
}

/** One account, as the chain or the index has it. */
export interface Told {
  readonly type: string;
  readonly undecodable: string;
  readonly lamports: bigint;
  readonly data: string;
}

/** What the chain has of the program at a slot, by address. */
export function onChain(chain: Pick<Chain, 'accountsAt'>, program: Program, slot: bigint): Map<string, Told> {
  const found = new Map<string, Told>();
  for (const { pubkey: address, owner, lamports, data } of chain.accountsAt(slot)) {
    if (owner !== VAULT_PROGRAM) continue;
    const bytes = Buffer.from(data);
    const type = program.types.find(({ discriminator: mark }) => bytes.subarray(0, mark.length).equals(mark));
    const decoded = type && compileDecoder(type.layout, type.discriminator.length)(bytes);
    found.set(addressText(address), {
      type: type?.name ?? '',
      undecodable: !decoded
        ? 'No account type of the IDL has this discriminator.'
        : decoded.kind === 'undecodable'
          ? decoded.reason
          : '',
      lamports,
      data: bytes.toString('hex'),
    });
  }
  return found;
}

const NEWEST = 2n ** 64n - 1n;
const stateRow = z.object({
  address: z.string(),
  type: z.string(),
  undecodable: z.string(),
  lamports: unsignedColumn,
  data: z.string(),
});

/** What the index has at a slot, by address. */
export async function indexed(
  olap: Pick<Olap, 'scanner'>,
  slot: bigint,
  revision = NEWEST,
): Promise<Map<string, Told>> {
  const sql = `SELECT base58Encode(row.address) AS address, type, undecodable, lamports, lower(hex(row.data)) AS data
    FROM (SELECT * FROM account_versions WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
      ORDER BY address, slot DESC, revision DESC LIMIT 1 BY address) AS row
    WHERE closed = 0`;
  const rows = await olap.scanner.query({ sql, parameters: { slot, revision } }, stateRow);
  return new Map(rows.map(({ address, ...told }) => [address, told]));
}
