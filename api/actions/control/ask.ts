import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { refuseSecrets } from '../../../core/kernel/secret-shapes.ts';
import type { OwnerRequest, UsingUp } from '../../state/control/owner-requests.ts';
import type { Actor, ControlContext } from './context.ts';
import type { RequestKind } from './kinds/kind.ts';
import { requestMessage } from './message.ts';

export const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Open requests of one owner at a time. */
export const MOST_OPEN = 50;

/** Something requested or set: its kind and payload. */
export interface Wish<Payload> {
  readonly kind: RequestKind<Payload>;
  readonly payload: NoInfer<Payload>;
  /** Uses up what the request is made from. */
  readonly using?: UsingUp;
}

/**
 * Creates a request to the owner, who has a day to sign it. @throws OWNER_REQUESTS_FULL, SECRET_REFUSED,
 * ARGUMENTS_TOO_LARGE
 */
export async function askOwner<Payload>(
  { requests, clock, place }: ControlContext,
  { owner, agent }: Actor,
  { kind, payload, using }: Wish<Payload>,
): Promise<OwnerRequest> {
  refuseSecrets(payload, { hexKeys: true });
  const createdAt = clock.now();
  const parts = {
    ...{ id: randomUUID(), owner, credentialId: agent?.credentialId },
    ...{ createdAt, expiresAt: createdAt + LIFETIME_MS },
  };
  const message = requestMessage({ ...parts, title: kind.title, lines: kind.lines(payload) }, place());
  const request = { ...parts, kind: kind.name, payload, message };
  if (!(await requests.make(request, MOST_OPEN, using))) {
    throw new LaunchlensError('OWNER_REQUESTS_FULL', { most: MOST_OPEN });
  }
  return { ...request, status: 'pending', decidedAt: undefined };
}
