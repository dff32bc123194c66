import { z } from 'zod';
import type { TestWallet } from './wallets.ts';

const challenge = z.object({ message: z.string() });
const signed = z.object({ token: z.string() });

/** Signs a wallet in as its owner does, and gives the bearer token. */
export async function signIn(url: string, { address, sign }: TestWallet): Promise<string> {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(new URL(`/api/v1/auth/${path}/`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const { message } = challenge.parse(await post('challenge', { wallet_address: address }));
  return signed.parse(await post('sign-in', { message, signature: sign(message) })).token;
}
