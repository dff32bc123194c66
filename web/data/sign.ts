import { base58 } from '@scure/base';
import { type Connection, reasonOf, signsTransactions } from './connection.ts';
import { Failure } from './failure.ts';

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** @throws DOMException for invalid base64 */
export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function base64OfBytes(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Asks a wallet to sign exactly a text. Returns the signature in base58. @throws Failure if it does not */
export async function signText({ wallet, account }: Connection, text: string): Promise<string> {
  const message = new TextEncoder().encode(text);
  const signed = await signedText({ wallet, account }, message);
  if (signed === undefined) throw unsigned(`${wallet.name} returned no signature.`);
  // Some wallets wrap a message: that would be a signature of something that was never shown.
  if (!sameBytes(new Uint8Array(signed.signedMessage), message)) {
    throw unsigned(`${wallet.name} signed a different text than the one shown. Nothing was sent.`);
  }
  return base58.encode(new Uint8Array(signed.signature));
}

async function signedText({ wallet, account }: Connection, message: Uint8Array) {
  try {
    const [signed] = await wallet.features['solana:signMessage'].signMessage({ account, message });
    return signed;
  } catch (error) {
    throw unsigned(`${wallet.name} did not sign: ${reasonOf(error)}`, error);
  }
}

function unsigned(detail: string, cause?: unknown): Failure {
  return new Failure({ kind: 'unsigned', detail }, cause);
}

const SIGNATURE_BYTES = 64;

/** The signed part of a transaction: everything after its signatures. Undefined for invalid bytes. */
export function messageOf(transaction: Uint8Array): Uint8Array | undefined {
  const [signatures = 0] = transaction;
  const at = 1 + signatures * SIGNATURE_BYTES;
  // A count of more than one byte would mean more signatures than a packet can contain.
  return signatures > 0 && signatures < 0x80 && transaction.length > at ? transaction.slice(at) : undefined;
}

/** The chains of the Wallet Standard, by our names of clusters. */
const CHAINS = {
  localnet: 'solana:localnet',
  devnet: 'solana:devnet',
  'mainnet-beta': 'solana:mainnet',
} as const;

const isCluster = (name: string): name is keyof typeof CHAINS => Object.hasOwn(CHAINS, name);

export interface Showing {
  /** The unsigned transaction as shown. */
  readonly transaction: Uint8Array;
  readonly cluster: string | undefined;
}

/**
 * Asks a wallet to sign exactly the transaction shown. Returns it signed; if a single byte of its message differs, it is
 * not returned at all. @throws Failure if the wallet does not sign exactly that
 */
export async function signTransaction(connection: Connection, shown: Showing): Promise<Uint8Array> {
  const { name } = connection.wallet;
  // A copy, taken before the wallet gets the bytes, so that it cannot change them.
  const message = messageOf(shown.transaction);
  if (message === undefined) throw unsigned('Launchlens returned no valid transaction to sign.');
  const signed = await signedTransaction(connection, shown);
  const returned = signed === undefined ? undefined : messageOf(signed);
  if (signed === undefined || returned === undefined)
    throw unsigned(`${name} returned no signed transaction.`);
  if (!sameBytes(returned, message)) {
    throw unsigned(`${name} signed a different transaction than the one shown. Nothing was sent.`);
  }
  if (signed.slice(1, 1 + SIGNATURE_BYTES).every((byte) => byte === 0)) {
    throw unsigned(`${name} returned the transaction without a signature.`);
  }
  return signed;
}

async function signedTransaction({ wallet, account }: Connection, { transaction, cluster }: Showing) {
  const feature = wallet.features['solana:signTransaction'];
  if (feature === undefined || !signsTransactions(wallet)) {
    throw unsigned(`${wallet.name} cannot sign transactions of this kind.`);
  }
  const chain = cluster !== undefined && isCluster(cluster) ? { chain: CHAINS[cluster] } : {};
  try {
    const [signed] = await feature.signTransaction({ account, transaction, ...chain });
    return signed && new Uint8Array(signed.signedTransaction);
  } catch (error) {
    throw unsigned(`${wallet.name} did not sign: ${reasonOf(error)}`, error);
  }
}
