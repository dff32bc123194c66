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
import { askRest, type RestQuestion } from './http.ts';
import { instant, pubkey } from './scalars.ts';
import { signText } from './sign.ts';
import { createStore } from './store.ts';

const KEY = 'launchlens.session';
/** A timer with a longer delay fires immediately. */
const LONGEST_TIMER_MS = 2_147_483_647;

const shape = z.object({
  token: z.string().min(1),
  /** Milliseconds since the Unix epoch. */
  expiresAt: z.number(),
  address: pubkey,
  walletName: z.string(),
});

/** A signed-in owner. The session lasts as long as the tab, and never longer than its token. */
export type Session = z.output<typeof shape>;

/** Why nobody is signed in any more. */
export type Ending = 'signed_out' | 'forgotten' | 'expired' | 'refused' | 'other_account';

/** Sign-outs by the owner: no data of the owner stays on the page. */
const ASKED_FOR: readonly Ending[] = ['signed_out', 'forgotten', 'other_account'];

export function endedByOwner(ending: Ending | undefined): boolean {
  return ending !== undefined && ASKED_FOR.includes(ending);
}

interface State {
  readonly session: Session | undefined;
  readonly ending: Ending | undefined;
}

const store = createStore<State>({ session: stored(), ending: undefined });
let timer: ReturnType<typeof setTimeout> | undefined;

function stored(): Session | undefined {
  try {
    const session = shape.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return session.expiresAt > Date.now() ? session : undefined;
  } catch {
    // Nothing is stored, or by another version, or the browser denies storage.
    return undefined;
  }
}

function keep(session: Session | undefined): void {
  try {
    if (session === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // Then it lasts until the page is reloaded.
  }
}

function become(next: State): void {
  keep(next.session);
  store.set(next);
  watchExpiry();
}

function watchExpiry(): void {
  clearTimeout(timer);
  const { session } = store.get();
  if (session === undefined) return;
  const left = session.expiresAt - Date.now();
  if (left <= 0) endSession('expired');
  else timer = setTimeout(watchExpiry, Math.min(left, LONGEST_TIMER_MS));
}

watchExpiry();

export const useSession = store.use;

/** The sign-in that this page began with, until its wallet is connected again. */
let begunWith = store.get().session;

/** After a reload, connects the wallet of the sign-in again, as soon as it is there and without asking the owner. */
export function useWalletAfterReload(): void {
  const wallets = useWallets();
  const { session } = store.use();
  useEffect(() => {
    if (begunWith === undefined || begunWith !== session) return;
    const wallet = wallets.find(({ name }) => name === session.walletName);
    if (wallet === undefined) return;
    begunWith = undefined;
    void reconnect(wallet, session.address);
  }, [wallets, session]);
}

export function endSession(ending: Ending): void {
  if (store.get().session === undefined) return;
  if (ending === 'signed_out' || ending === 'forgotten') disconnect();
  become({ session: undefined, ending });
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
  const { session } = store.get();
  if (session === undefined) return;
  await endToken(session.token);
  if (store.get().session === session) endSession(ending);
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
  become({ session: { ...owner, token, expiresAt }, ending: undefined });
}

/** Signs the same owner in again, for actions that need a recent sign-in. @throws Failure */
export async function signInAgain(message: string): Promise<void> {
  const { session } = store.get();
  const signature = await signAsOwner(message);
  if (session === undefined || store.get().session !== session) return;
  await begin(session, { message, signature });
  // The owner continues with the new session. If the earlier one cannot be ended now, it expires.
  await endToken(session.token).catch(() => undefined);
}

/** Sends a REST request as the signed-in owner. A refused token ends the session. @throws Failure */
export async function askOwner<Shape extends z.ZodType>(
  question: Omit<RestQuestion<Shape>, 'token'>,
): Promise<z.output<Shape>> {
  const { session } = store.get();
  if (session === undefined) throw new Failure({ kind: 'signed_out', detail: 'You are not signed in.' });
  try {
    return await askRest({ ...question, token: session.token } as RestQuestion<Shape>);
  } catch (error) {
    // Another session may have started in the meantime.
    if (failureOf(error).kind === 'signed_out' && store.get().session === session) endSession('refused');
    throw error;
  }
}

/** Asks the owner's own wallet to sign a text, reconnecting it after a page reload. @throws Failure */
export async function signAsOwner(text: string): Promise<string> {
  const { session } = store.get();
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
