import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import type { FieldLayout, FieldType } from '../../idl/layout.ts';
import { MINT, TOKEN_ACCOUNT } from '../../idl/spl-token.ts';
import type { AccountKind, VerificationAnswer } from '../../schemas/rest/proof.ts';
import type { ChainAccount } from '../read/chain/reader.ts';
import type { IndexIdentity } from '../read/identity.ts';
import type { AccountVersion } from '../read/records/account-at.ts';

export type Difference = VerificationAnswer['differences'][number];

const field = (name: string, type: FieldType, offset: number, size: number): FieldLayout => ({
  name,
  type,
  offset,
  size,
});
const TOKEN_FIELDS = [
  field('mint', 'pubkey', TOKEN_ACCOUNT.mintAt, 32),
  field('owner', 'pubkey', TOKEN_ACCOUNT.ownerAt, 32),
  field('amount', 'u64', TOKEN_ACCOUNT.amountAt, 8),
  field('state', 'u8', TOKEN_ACCOUNT.stateAt, 1),
];
const FIELDS: Readonly<Record<AccountKind, readonly FieldLayout[]>> = {
  launch_config: [field('discriminator', 'bytes', 0, 8), ...LAUNCH_CONFIG.fields],
  pledge: [field('discriminator', 'bytes', 0, 8), ...PLEDGE.fields],
  escrow: TOKEN_FIELDS,
  vault: TOKEN_FIELDS,
  mint: [field('supply', 'u64', MINT.supplyAt, 8), field('decimals', 'u8', MINT.decimalsAt, 1)],
};

/** The differences between index and chain for one account; empty if they are equal byte for byte. */
export function differencesOf(
  { kind, held: indexed }: AccountVersion,
  { held: chain }: ChainAccount,
  { programId }: IndexIdentity,
): Difference[] {
  if (indexed === undefined || chain === undefined) {
    const differ = (indexed === undefined) !== (chain === undefined);
    return differ ? [difference('exists', String(indexed !== undefined), String(chain !== undefined))] : [];
  }
  const owned = kind === 'launch_config' || kind === 'pledge';
  return [
    ...(owned ? unequal('owner program', programId, chain.owner) : []),
    ...unequal('lamports', indexed.lamports.toString(), chain.lamports.toString()),
    ...dataDifferences(FIELDS[kind], Buffer.from(indexed.data), Buffer.from(chain.data)),
  ];
}

function dataDifferences(fields: readonly FieldLayout[], indexed: Buffer, chain: Buffer): Difference[] {
  if (indexed.equals(chain)) return [];
  const named = fields.flatMap((layout) =>
    unequal(layout.name, textOf(layout, indexed), textOf(layout, chain)),
  );
  // Bytes without a field, or another length.
  return named.length > 0 ? named : [difference('data', indexed.toString('hex'), chain.toString('hex'))];
}

function textOf({ type, offset, size }: FieldLayout, data: Buffer): string | null {
  const bytes = data.subarray(offset, offset + size);
  if (bytes.length < size) return null;
  if (type === 'pubkey') return pubkeyFromBytes(bytes);
  if (type === 'bytes') return bytes.toString('hex');
  let value = 0n;
  for (const byte of bytes.toReversed()) value = (value << 8n) | BigInt(byte);
  return (type === 'i64' ? BigInt.asIntN(64, value) : value).toString();
}

function unequal(name: string, indexed: string | null, chain: string | null): Difference[] {
  return indexed === chain ? [] : [difference(name, indexed, chain)];
}

function difference(name: string, indexed: string | null, chain: string | null): Difference {
  return { field: name, indexed, chain };
}
