import { z } from 'zod';
import { Failure, failureOf } from './failure.ts';
import { askRest, type RestQuestion } from './http.ts';
import { pubkey } from './scalars.ts';
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

export const currentSession = (): Session | undefined => store.get().session;

export const startSession = (session: Session): void => become({ session, ending: undefined });

export function endSession(ending: Ending): void {
  if (store.get().session === undefined) return;
  become({ session: undefined, ending });
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
