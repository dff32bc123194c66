import { sameBytes } from './bytes.ts';
import { type Connection, reasonOf } from './connection.ts';
import { unsigned } from './sign.ts';
import { signsTransactions } from './wallets.ts';

const SIGNATURE_BYTES = 64;

/** What of a transaction is signed: everything behind its signatures. Undefined for bytes that are none. */
export function messageOf(transaction: Uint8Array): Uint8Array | undefined {
  const [signatures = 0] = transaction;
  const at = 1 + signatures * SIGNATURE_BYTES;
  // A count of more than one byte would be of more signatures than a packet holds.
  return signatures > 0 && signatures < 0x80 && transaction.length > at ? transaction.slice(at) : undefined;
}

/** The chains of the Wallet Standard, by the names that clusters have here. */
const CHAINS = {
  localnet: 'solana:localnet',
  devnet: 'solana:devnet',
  'mainnet-beta': 'solana:mainnet',
} as const;

const isCluster = (name: string): name is keyof typeof CHAINS => Object.hasOwn(CHAINS, name);

export interface Showing {
  /** The unsigned transaction that was shown. */
  readonly transaction: Uint8Array;
  readonly cluster: string | undefined;
}

/**
 * Has a wallet sign exactly the transaction that was shown. Answers it signed; one whose message is another, in a single
 * byte, is not answered at all. @throws Failure where the wallet does not sign that
 */
export async function signTransaction(connection: Connection, shown: Showing): Promise<Uint8Array> {
  const { name } = connection.wallet;
  // A copy, taken before the wallet has the bytes: it cannot write to what it is compared with.
  const message = messageOf(shown.transaction);
  if (message === undefined) throw unsigned('What Launchlens gave to sign is no transaction.');
  const signed = await asked(connection, shown);
  const returned = signed === undefined ? undefined : messageOf(signed);
  if (signed === undefined || returned === undefined) throw unsigned(`${name} gave no signed transaction.`);
  if (!sameBytes(returned, message)) {
    throw unsigned(`${name} signed another transaction than the one that is shown; it was not sent.`);
  }
  if (signed.slice(1, 1 + SIGNATURE_BYTES).every((byte) => byte === 0)) {
    throw unsigned(`${name} gave the transaction back without a signature.`);
  }
  return signed;
}

async function asked({ wallet, account }: Connection, { transaction, cluster }: Showing) {
  const feature = wallet.features['solana:signTransaction'];
  if (feature === undefined || !signsTransactions(wallet)) {
    throw unsigned(`${wallet.name} signs no transactions of this kind.`);
  }
  const chain = cluster !== undefined && isCluster(cluster) ? { chain: CHAINS[cluster] } : {};
  try {
    const [signed] = await feature.signTransaction({ account, transaction, ...chain });
    return signed && new Uint8Array(signed.signedTransaction);
  } catch (error) {
    throw unsigned(`${wallet.name} did not sign: ${reasonOf(error)}`, error);
  }
}
