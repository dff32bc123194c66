import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { SignOutAnswer } from '../../../schemas/rest/sign-in.ts';
import type { Caller } from '../../access/caller.ts';
import type { SignInContext } from './context.ts';

/** Ends the session of the request's bearer token: every process refuses it from the next request on. */
export async function signOut(
  { endedSessions }: Pick<SignInContext, 'endedSessions'>,
  { session }: Caller,
): Promise<SignOutAnswer> {
  if (session === undefined) throw new LaunchlensError('SIGN_IN_REQUIRED', {});
  await endedSessions.end(session.idHash, session.expiresAt);
  return { signed_out: true };
}
