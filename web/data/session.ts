import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { type Connection, connect, currentConnection, disconnect } from './connection.ts';
import { Failure, failureOf } from './failure.ts';
import { askRest, type RestQuestion } from './rest.ts';
import { instant, pubkey } from './scalars.ts';
import { signText } from './sign.ts';
import { walletNamed } from './wallets.ts';

const KEY = 'launchlens.session';
/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

const shape = z.object({
  token: z.string().min(1),
  /** Milliseconds since the Unix epoch. */
  expiresAt: z.number(),
  address: pubkey,
  walletName: z.string(),
});

/** An owner who has signed in. It lasts as long as the tab, and never longer than its token. */
export type Session = z.output<typeof shape>;

/** Why nobody is signed in any more. */
export type Ending = 'signed_out' | 'expired' | 'refused' | 'other_account';

interface State {
  readonly session: Session | undefined;
  readonly ending: Ending | undefined;
}

let state: State = { session: stored(), ending: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function stored(): Session | undefined {
  try {
    const session = shape.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return session.expiresAt > Date.now() ? session : undefined;
  } catch {
    // Nothing is kept, or not by this version, or the browser keeps its storage from pages.
    return undefined;
  }
}

function keep(session: Session | undefined): void {
  try {
    if (session === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // Then it lasts until the page is loaded anew.
  }
}

function become(next: State): void {
  state = next;
  keep(next.session);
  watchExpiry();
  for (const listener of listeners) listener();
}

function watchExpiry(): void {
  clearTimeout(timer);
  const { session } = state;
  if (session === undefined) return;
  const left = session.expiresAt - Date.now();
  if (left <= 0) endSession('expired');
  else timer = setTimeout(watchExpiry, Math.min(left, LONGEST_TIMER_MS));
}

watchExpiry();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): State {
  return useSyncExternalStore(subscribe, () => state);
}

export function endSession(ending: Ending): void {
  if (state.session === undefined) return;
  if (ending === 'signed_out') disconnect();
  become({ session: undefined, ending });
}

const signedIn = z.object({ token: z.string().min(1), expires_at: instant });

/** Signs in with an account: the wallet signs the message that was shown, which moves nothing. @throws Failure */
export async function signIn(connection: Connection, message: string): Promise<void> {
  const { wallet, account } = connection;
  const signature = await signText(connection, message);
  const answer = await askRest({ path: '/auth/sign-in/', shape: signedIn, body: { message, signature } });
  const { token, expires_at: expiresAt } = answer;
  const session = { token, expiresAt, address: account.address, walletName: wallet.name };
  become({ session, ending: undefined });
}

/** Asks REST as the owner who is signed in. A refused token ends the session. @throws Failure */
export async function askOwner<Shape extends z.ZodType>(
  question: Omit<RestQuestion<Shape>, 'token'>,
): Promise<z.output<Shape>> {
  const { session } = state;
  if (session === undefined) throw new Failure({ kind: 'signed_out', detail: 'You are not signed in.' });
  try {
    return await askRest({ ...question, token: session.token } as RestQuestion<Shape>);
  } catch (error) {
    // Another session may have begun meanwhile.
    if (failureOf(error).kind === 'signed_out' && state.session === session) endSession('refused');
    throw error;
  }
}

/** Has the owner's own wallet sign a text, connecting it again where the page was loaded anew. @throws Failure */
export async function signAsOwner(text: string): Promise<string> {
  const { session } = state;
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
    const detail = `The wallet ${walletName} is not in this browser any more.`;
    throw new Failure({ kind: 'unsigned', detail });
  }
  return connect(wallet);
}
