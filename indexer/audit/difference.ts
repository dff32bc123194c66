import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import type { AccountLayout, FieldLayout } from '../../idl/layout.ts';
import { MINT, TOKEN_ACCOUNT } from '../../idl/spl-token.ts';
import type { StateKind } from '../model/account-states.ts';
import type { ConfirmedDifference } from './confirm.ts';

/** One field of one account that differs. Values are text; undefined where the account does not exist on that side. */
export interface FieldDifference {
  readonly field: string;
  readonly indexed: string | undefined;
  readonly chain: string | undefined;
}

/** One account that differs. */
export interface AuditDifference {
  /** 32 raw bytes. */
  readonly address: Buffer;
  readonly kind: StateKind | 'unknown';
  readonly launchId: bigint | undefined;
  readonly fields: readonly FieldDifference[];
}

interface Side {
  readonly data: Buffer;
  readonly lamports: bigint;
}

/**
 * Names the differences, field by field if both sides have bytes with the same layout.
 * @param known What the account is; by default, what the index has it for
 */
export function describeDifference(
  { address, chain, indexed }: ConfirmedDifference,
  known: StateKind | undefined = indexed?.kind,
): AuditDifference {
  const layout = layoutOf(chain?.data ?? indexed?.data ?? Buffer.alloc(0), known);
  const kind = known ?? kindOf(layout);
  const launchId = indexed?.launchId || launchIdIn(layout, chain?.data);
  return {
    address,
    kind,
    launchId: OF_NO_LAUNCH.has(kind) ? undefined : launchId,
    fields: [...existence(indexed, chain), ...fieldDifferences(layout, indexed, chain)],
  };
}

const OF_NO_LAUNCH: ReadonlySet<AuditDifference['kind']> = new Set(['mint', 'quarantine', 'account']);

function existence(indexed: Side | undefined, chain: Side | undefined): FieldDifference[] {
  if (!indexed === !chain) return [];
  return [{ field: 'exists', indexed: String(indexed !== undefined), chain: String(chain !== undefined) }];
}

function fieldDifferences(
  layout: Layout | undefined,
  indexed: Side | undefined,
  chain: Side | undefined,
): FieldDifference[] {
  const all: { field: string; indexed: string | undefined; chain: string | undefined }[] = [
    { field: 'lamports', indexed: indexed?.lamports.toString(), chain: chain?.lamports.toString() },
  ];
  const sides = [indexed, chain].flatMap((side) => side?.data ?? []);
  if (layout && sides.every((data) => data.length >= layout.size)) {
    for (const field of layout.fields)
      all.push({
        field: field.name,
        indexed: indexed && fieldText(field, indexed.data),
        chain: chain && fieldText(field, chain.data),
      });
  }
  const found = all.filter((field) => field.indexed !== field.chain);
  const bytesDiffer = indexed && chain && !indexed.data.equals(chain.data);
  const named = found.some(({ field }) => field !== 'lamports');
  if (!bytesDiffer || named) return found;
  return [...found, { field: 'data', indexed: bytesText(indexed.data), chain: bytesText(chain.data) }];
}

type Layout = Pick<AccountLayout, 'name' | 'size' | 'fields'>;

const TOKEN_LAYOUT: Layout = {
  name: 'TokenAccount',
  size: TOKEN_ACCOUNT.size,
  fields: [
    { name: 'mint', type: 'pubkey', offset: TOKEN_ACCOUNT.mintAt, size: 32 },
    { name: 'owner', type: 'pubkey', offset: TOKEN_ACCOUNT.ownerAt, size: 32 },
    { name: 'amount', type: 'u64', offset: TOKEN_ACCOUNT.amountAt, size: 8 },
    { name: 'state', type: 'u8', offset: TOKEN_ACCOUNT.stateAt, size: 1 },
  ],
};
const MINT_LAYOUT: Layout = {
  name: 'Mint',
  size: MINT.size,
  fields: [
    { name: 'supply', type: 'u64', offset: MINT.supplyAt, size: 8 },
    { name: 'decimals', type: 'u8', offset: MINT.decimalsAt, size: 1 },
  ],
};

function layoutOf(data: Buffer, kind: StateKind | undefined): Layout | undefined {
  if (kind === 'escrow' || kind === 'vault') return TOKEN_LAYOUT;
  if (kind === 'mint') return MINT_LAYOUT;
  const program = [LAUNCH_CONFIG, PLEDGE].find(
    ({ size, discriminator }) => data.length === size && data.subarray(0, 8).equals(discriminator),
  );
  if (program || kind !== undefined) return program;
  return data.length === TOKEN_ACCOUNT.size
    ? TOKEN_LAYOUT
    : data.length === MINT.size
      ? MINT_LAYOUT
      : undefined;
}

function kindOf(layout: Layout | undefined): StateKind | 'unknown' {
  if (layout === LAUNCH_CONFIG) return 'launch';
  if (layout === PLEDGE) return 'pledge';
  return layout === MINT_LAYOUT ? 'mint' : 'unknown';
}

function launchIdIn(layout: Layout | undefined, data: Buffer | undefined): bigint | undefined {
  const field = layout?.fields.find(({ name }) => name === 'launch_id');
  return field && data ? data.readBigUInt64LE(field.offset) : undefined;
}

function fieldText({ type, offset, size }: FieldLayout, data: Buffer): string {
  const bytes = data.subarray(offset, offset + size);
  switch (type) {
    case 'pubkey':
      return pubkeyFromBytes(bytes);
    case 'bytes':
      return bytesText(bytes);
    case 'i64':
      return bytes.readBigInt64LE().toString();
    case 'u64':
      return bytes.readBigUInt64LE().toString();
    case 'u128':
      return ((bytes.readBigUInt64LE(8) << 64n) | bytes.readBigUInt64LE()).toString();
    default:
      return bytes.readUIntLE(0, size).toString();
  }
}

/** Long values are truncated: the account can be read in full from both sides. */
function bytesText(bytes: Buffer): string {
  const text = bytes.subarray(0, 512).toString('hex');
  return bytes.length > 512 ? `${text}… (${bytes.length} bytes)` : text || 'empty';
}
