import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { refuseSecrets } from '../../../core/kernel/secret-shapes.ts';
import { REQUEST_STATEMENT } from '../../../schemas/rest/signed-statements.ts';
import type { OwnerRequest, UsingUp } from '../../state/control/owner-requests.ts';
import type { SignInPlace } from '../sign-in/sign-in.ts';
import { wireInstant } from '../wire.ts';
import type { Actor, ControlContext } from './context.ts';
import type { RequestKind } from './kinds/kind.ts';

export interface MessageParts {
  readonly id: string;
  readonly owner: Pubkey;
  readonly credentialId: string | undefined;
  readonly title: string;
  readonly lines: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * What the owner's wallet signs to approve a request: the decision, all effects, for whom, where and until when.
 * Rejecting needs no signature, so this message serves only to approve.
 */
function requestMessage(parts: MessageParts, { domain, uri }: SignInPlace): string {
  const { id, owner, credentialId, title, lines, createdAt, expiresAt } = parts;
  return [
    `${opening(domain)}you to approve ${title}:`,
    owner,
    '',
    REQUEST_STATEMENT,
    '',
    'Decision: approve',
    ...lines,
    `Asked By: ${credentialId === undefined ? 'yourself' : `the agent of credential ${credentialId}`}`,
    `URI: ${uri}`,
    'Version: 1',
    `Request: ${id}`,
    `Requested At: ${wireInstant(createdAt)}`,
    `Expiration Time: ${wireInstant(expiresAt)}`,
  ].join('\n');
}

/** The start of each message of a domain. */
export function opening(domain: string): string {
  return `${domain} asks `;
}

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
