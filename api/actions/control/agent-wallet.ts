import { randomUUID } from 'node:crypto';
import { base58 } from '@scure/base';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { refuseSecrets } from '../../../core/kernel/secret-shapes.ts';
import type { Queries } from '../../../core/oltp/port.ts';
import type {
  AgentWalletAskedAnswer,
  AgentWalletWithdrawnAnswer,
} from '../../../schemas/rest/owner-grants.ts';
import { CONSENT_STATEMENT } from '../../../schemas/rest/signed-statements.ts';
import type { OwnerRequestAnswer } from '../../../schemas/rest/wallet-control.ts';
import { isSignedBy } from '../../access/wallet-signature.ts';
import { removeAgentWallet } from '../../state/agent-wallets.ts';
import { useConsent, voidConsents } from '../../state/control/agent-wallet-consents.ts';
import { recordChange } from '../../state/control/changes.ts';
import { supersedeRequests } from '../../state/control/owner-requests.ts';
import { wireInstant } from '../wire.ts';
import { requestAnswer } from './answers.ts';
import { askOwner, LIFETIME_MS, MOST_OPEN } from './ask.ts';
import type { Actor, ControlContext } from './context.ts';
import { agentWalletKind } from './kinds/grants.ts';

const MOST_WATCHED = 200;

export interface NamedWallet {
  readonly address: Pubkey;
  readonly label: string;
}

/** Adds an address for the owner's agents to watch; this grants nothing. @throws WATCHED_WALLETS_FULL */
export async function watchWallet(
  { watched, clock }: ControlContext,
  { owner }: Actor,
  { address, label }: NamedWallet,
): Promise<void> {
  refuseSecrets(label, { hexKeys: true });
  const kept = await watched.watch({ owner, wallet: address, label, at: clock.now() }, MOST_WATCHED);
  if (!kept) throw new LaunchlensError('WATCHED_WALLETS_FULL', { most: MOST_WATCHED });
}

/** Removes a watched address. Safe to repeat. */
export async function unwatchWallet(
  { watched }: ControlContext,
  { owner }: Actor,
  address: Pubkey,
): Promise<void> {
  await watched.unwatch(owner, address);
}

/**
 * Removes an agent wallet immediately, because this is stricter. Its open consents and requests become void, even if it
 * does not act yet, so that a delayed signature cannot undo this. A call without any effect is refused.
 * @throws AGENT_WALLET_UNKNOWN, AGENT_WALLET_SELF
 */
export async function endAgentWallet(
  { controls, clock }: ControlContext,
  { owner, agent }: Actor,
  address: Pubkey,
): Promise<void> {
  if (address === owner) throw new LaunchlensError('AGENT_WALLET_SELF', { wallet: address });
  const at = clock.now();
  await controls.holding(owner, at, async (_held, queries) => {
    const consents = await voidConsents(queries, { owner, wallet: address }, at);
    const asked = { owner, kind: agentWalletKind.name, about: { address } };
    const voided = consents + (await supersedeRequests(queries, asked, at));
    if (!(await removeAgentWallet(queries, owner, address))) {
      if (voided === 0) throw new LaunchlensError('AGENT_WALLET_UNKNOWN', { owner, wallet: address });
      return;
    }
    const [credentialId, detail] = [agent?.credentialId, { address }];
    await recordChange(queries, {
      ...{ owner, credentialId, detail, at },
      ...{ kind: 'agent_wallet_ended', requestId: undefined },
    });
  });
}

/** What an agent wallet signs for its owner: valid once, for a day. @throws OWNER_REQUESTS_FULL */
async function openConsent(
  { consents, clock, place }: ControlContext,
  owner: Pubkey,
  wallet: Pubkey,
): Promise<string> {
  const issuedAt = clock.now();
  const expiresAt = issuedAt + LIFETIME_MS;
  const message = [
    `${place().domain}: wallet ${wallet} agrees to act as an agent wallet for owner ${owner}.`,
    '',
    CONSENT_STATEMENT,
    '',
    `Consent: ${randomUUID()}`,
    `Issued At: ${wireInstant(issuedAt)}`,
    `Expiration Time: ${wireInstant(expiresAt)}`,
  ].join('\n');
  const open = await consents.ask({ owner, wallet, message, issuedAt, expiresAt }, MOST_OPEN);
  if (open === undefined) throw new LaunchlensError('OWNER_REQUESTS_FULL', { most: MOST_OPEN });
  return open;
}

const NO_CONSENT =
  'it has no open consent for this owner. A consent can be used once, within one day. Call again without wallet_signature to get a new one';

/**
 * Asks the owner to accept an agent wallet that has consented: naming any wallet would otherwise reveal its rewards.
 * @throws AGENT_WALLET_REFUSED, OWNER_REQUESTS_FULL
 */
async function requestAgentWallet(
  context: ControlContext,
  actor: Actor,
  { consent, ...wallet }: NamedWallet & { readonly consent: Uint8Array },
): Promise<OwnerRequestAnswer> {
  const { owner } = actor;
  const refused = (reason: string) => new LaunchlensError('AGENT_WALLET_REFUSED', { reason });
  if (wallet.address === owner) throw refused("it is the owner's own wallet");
  const { consents, clock } = context;
  const message = await consents.open(owner, wallet.address, clock.now());
  if (message === undefined) throw refused(NO_CONSENT);
  if (!isSignedBy(wallet.address, message, consent)) {
    throw refused('wallet_signature is not a signature by that wallet over its open consent');
  }
  const using = async (queries: Queries, now: number): Promise<void> => {
    const used = await useConsent(queries, { owner, wallet: wallet.address, message }, now);
    if (!used) throw refused(NO_CONSENT);
  };
  return requestAnswer(await askOwner(context, actor, { kind: agentWalletKind, payload: wallet, using }));
}

/** The first step of the same without a signature, the second with one. */
export async function askForAgentWallet(
  context: ControlContext,
  actor: Actor,
  { signature, ...wallet }: NamedWallet & { readonly signature: string | undefined },
): Promise<AgentWalletAskedAnswer> {
  if (signature === undefined) {
    const consent = await openConsent(context, actor.owner, wallet.address);
    return { status: 'needs_wallet_signature', consent, request: null };
  }
  const request = await requestAgentWallet(context, actor, { ...wallet, consent: base58.decode(signature) });
  return { status: 'waits_for_owner', consent: null, request };
}

/**
 * Lets an agent wallet leave its owner. Everything that it consented to before is void, for every owner: it acts for
 * nobody until it signs a new consent. @throws AGENT_WALLET_IDLE
 */
export async function withdrawAgentWallet(
  { agentWallets, clock }: ControlContext,
  wallet: Pubkey,
): Promise<AgentWalletWithdrawnAnswer> {
  const { owner, voided } = await agentWallets.withdraw(wallet, agentWalletKind.name, clock.now());
  if (owner === undefined && voided === 0) throw new LaunchlensError('AGENT_WALLET_IDLE', { wallet });
  return { wallet, owner: owner ?? null, voided };
}
