import { encodePubkey, type Pubkey } from '../codec/base58.ts';
import { chainFailure } from '../failure.ts';
import { type ChainAccount, isCreated } from './chain-account.ts';

/** SPL Token and Token-2022: the same base layout; Token-2022 may append an account type and extensions. */
export const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** With extensions, a mint is padded to the size of a token account and this byte tells the two apart. */
const ACCOUNT_TYPE_OFFSET = 165;
const TYPE_MINT = 1;
const TYPE_TOKEN_ACCOUNT = 2;

export interface TokenExpectation {
  readonly what: string;
  readonly mint: Pubkey;
  /** The authority over the tokens, where the specification names it. */
  readonly authority?: Pubkey;
}

/** Balance in base units, or undefined when there is no such token account. */
export function readTokenBalance(
  account: ChainAccount | undefined,
  { what, mint, authority }: TokenExpectation,
): bigint | undefined {
  if (!isCreated(account)) return undefined;
  const { address, data } = account;
  requireTokenProgram(account, what);
  if (!hasShape(data, TOKEN_ACCOUNT_BYTES, TYPE_TOKEN_ACCOUNT)) {
    throw chainFailure(`${what} ${address} is no token account: it holds ${data.length} bytes`);
  }
  if (data[108] !== 1 && data[108] !== 2) {
    throw chainFailure(`${what} ${address} is not an initialized token account`);
  }
  requireKey(account, 0, mint, `${what} ${address} holds the mint`);
  if (authority) requireKey(account, 32, authority, `${what} ${address} belongs to`);
  return new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
}

/** Decimal places of the mint, or undefined when there is no such mint. */
export function readMintDecimals(account: ChainAccount | undefined, what: string): number | undefined {
  if (!isCreated(account)) return undefined;
  const { address, data } = account;
  requireTokenProgram(account, what);
  if (!hasShape(data, MINT_BYTES, TYPE_MINT) || data[45] !== 1) {
    throw chainFailure(`${what} ${address} is no initialized mint: it holds ${data.length} bytes`);
  }
  return data[44];
}

function hasShape(data: Uint8Array, bytes: number, type: number): boolean {
  return data.length === bytes || (data.length > ACCOUNT_TYPE_OFFSET && data[ACCOUNT_TYPE_OFFSET] === type);
}

function requireTokenProgram({ address, owner }: ChainAccount, what: string): void {
  if (TOKEN_PROGRAMS.includes(owner)) return;
  throw chainFailure(`${what} ${address} is owned by ${owner}, which is no token program`);
}

function requireKey({ data }: ChainAccount, offset: number, expected: Pubkey, statement: string): void {
  const actual = encodePubkey(data.subarray(offset, offset + 32));
  if (actual !== expected) throw chainFailure(`${statement} ${actual} instead of ${expected}`);
}
