import { useEffect } from 'react';
import { z } from 'zod';
import {
  type Connection,
  connect,
  currentConnection,
  disconnect,
  reconnect,
  useWallets,
  walletNamed,
} from './connection.ts';
import { Failure, failureOf } from './failure.ts';
import { askRest } from './http.ts';
import { instant } from './scalars.ts';
import { currentSession, endSession, type Session, startSession, useSession } from './session.ts';
import { signText } from './sign.ts';

/** The sign-in that this page began with, until its wallet is connected again. */
let begunWith = currentSession();

/** After a reload, connects the wallet of the sign-in again, as soon as it is there and without asking the owner. */
export function useWalletAfterReload(): void {
  const wallets = useWallets();
  const { session } = useSession();
  useEffect(() => {
    if (begunWith === undefined || begunWith !== session) return;
    const wallet = wallets.find(({ name }) => name === session.walletName);
    if (wallet === undefined) return;
    begunWith = undefined;
    void reconnect(wallet, session.address);
  }, [wallets, session]);
}

const signedOut = z.object({ signed_out: z.literal(true) });

/** Ends a token on the server. One that it already refuses has nothing left to end. @throws Failure */
async function endToken(token: string): Promise<void> {
  try {
    await askRest({ path: '/auth/sign-out/', method: 'POST', shape: signedOut, token });
  } catch (error) {
    if (failureOf(error).kind !== 'signed_out') throw error;
  }
}

/** Ends the session: its token is refused from then on. If that fails, the owner is still signed in. @throws Failure */
export async function signOut(ending: 'signed_out' | 'other_account'): Promise<void> {
  const session = currentSession();
  if (session === undefined) return;
  await endToken(session.token);
  if (currentSession() !== session) return;
  endSession(ending);
  if (ending === 'signed_out') disconnect();
}

/** Signs out in this browser alone: the token itself lasts until it expires. */
export function forgetSession(): void {
  endSession('forgotten');
  disconnect();
}

const signedIn = z.object({ token: z.string().min(1), expires_at: instant });

/** Signs in with an account: the wallet signs the message shown, which moves nothing. @throws Failure */
export async function signIn(connection: Connection, message: string): Promise<void> {
  const { wallet, account } = connection;
  const signature = await signText(connection, message);
  const owner = { address: account.address, walletName: wallet.name };
  await begin(owner, { message, signature });
}

async function begin(
  owner: Pick<Session, 'address' | 'walletName'>,
  signed: { readonly message: string; readonly signature: string },
): Promise<void> {
  const answer = await askRest({ path: '/auth/sign-in/', shape: signedIn, body: signed });
  const { token, expires_at: expiresAt } = answer;
  startSession({ ...owner, token, expiresAt });
}

/** Signs the same owner in again, for actions that need a recent sign-in. @throws Failure */
export async function signInAgain(message: string): Promise<void> {
  const session = currentSession();
  const signature = await signAsOwner(message);
  if (session === undefined || currentSession() !== session) return;
  await begin(session, { message, signature });
  // The owner continues with the new session. If the earlier one cannot be ended now, it expires.
  await endToken(session.token).catch(() => undefined);
}

/** Asks the owner's own wallet to sign a text, reconnecting it after a page reload. @throws Failure */
export async function signAsOwner(text: string): Promise<string> {
  const session = currentSession();
  if (session === undefined) throw new Failure({ kind: 'signed_out', detail: 'You are not signed in.' });
  const connection = await connectionOf(session);
  if (connection.account.address !== session.address) {
    const detail = `${session.walletName} shows another account than the one that is signed in: ${connection.account.address}.`;
    throw new Failure({ kind: 'unsigned', detail });
  }
  return signText(connection, text);
}

async function connectionOf({ walletName }: Session): Promise<Connection> {
  const connection = currentConnection();
  if (connection !== undefined) return connection;
  const wallet = walletNamed(walletName);
  if (wallet === undefined) {
    const detail = `The wallet ${walletName} is no longer in this browser.`;
    throw new Failure({ kind: 'unsigned', detail });
  }
  return connect(wallet);
}
