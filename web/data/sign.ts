import { base58 } from '@scure/base';
import { sameBytes } from './bytes.ts';
import { type Connection, reasonOf } from './connection.ts';
import { Failure } from './failure.ts';

/** Asks a wallet to sign exactly a text. Returns the signature in base58. @throws Failure if it does not */
export async function signText({ wallet, account }: Connection, text: string): Promise<string> {
  const message = new TextEncoder().encode(text);
  const signed = await asked({ wallet, account }, message);
  if (signed === undefined) throw unsigned(`${wallet.name} gave no signature.`);
  // Some wallets wrap a message: that would be a signature of something that was never shown.
  if (!sameBytes(new Uint8Array(signed.signedMessage), message)) {
    throw unsigned(`${wallet.name} signed another text than the one that is shown; it was not sent.`);
  }
  return base58.encode(new Uint8Array(signed.signature));
}

async function asked({ wallet, account }: Connection, message: Uint8Array) {
  try {
    const [signed] = await wallet.features['solana:signMessage'].signMessage({ account, message });
    return signed;
  } catch (error) {
    throw unsigned(`${wallet.name} did not sign: ${reasonOf(error)}`, error);
  }
}

export function unsigned(detail: string, cause?: unknown): Failure {
  return new Failure({ kind: 'unsigned', detail }, cause);
}
