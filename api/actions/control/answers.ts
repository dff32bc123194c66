import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import * as shapes from '../../../schemas/rest/wallet-control.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';
import { newestFirst } from '../page.ts';
import { writerOf } from '../write.ts';
import type { ControlContext } from './context.ts';

const writeControl = writerOf(shapes.walletControl);
const writeDecision = writerOf(shapes.callDecision);
const writeChange = writerOf(shapes.controlChange);

/** What an owner currently lets agents do. */
export async function walletControl(
  { controls, grants, agentWallets, watched, tools, clock }: ControlContext,
  owner: Pubkey,
  held?: WalletControl,
): Promise<shapes.WalletControlAnswer> {
  const control = held ?? (await controls.of(owner));
  return writeControl({
    ...control,
    owner,
    switch: control.switchState,
    permissionMode: control.mode,
    alwaysAllowedTools: [...tools.values()].filter((tool) => tool.stopsAgents).map(({ name }) => name),
    grants: await grants.held(owner, clock.now()),
    agentWallets: await agentWallets.listed(owner),
    watchedWallets: (await watched.listed(owner)).map(({ wallet, label }) => ({ address: wallet, label })),
  });
}

export const requestAnswer = writerOf(shapes.ownerRequest);

interface Page<Place> {
  readonly limit: number;
  /** Continue after this one. */
  readonly before: Place | undefined;
}

export async function listRequests(
  { requests, clock }: ControlContext,
  owner: Pubkey,
  { limit, before }: Page<string>,
): Promise<shapes.OwnerRequestsAnswer> {
  const now = clock.now();
  return newestFirst(limit, (most) => requests.list(owner, { limit: most, before, now }), requestAnswer);
}

export async function listDecisions(
  { decisions }: ControlContext,
  owner: Pubkey,
  {
    limit,
    before,
    credential_id: credentialId,
  }: Page<bigint> & { readonly credential_id?: string | undefined },
): Promise<shapes.CallDecisionsAnswer> {
  const listed = (most: number) => decisions.list(owner, { limit: most, before, credentialId });
  return newestFirst(limit, listed, ({ refusal, ...decision }) =>
    writeDecision({
      ...decision,
      verdict: refusal === undefined ? 'allowed' : 'refused',
      gate: refusal?.gate,
      code: refusal?.code,
    }),
  );
}

export async function listChanges(
  { changes }: ControlContext,
  owner: Pubkey,
  { limit, before }: Page<bigint>,
): Promise<shapes.ControlChangesAnswer> {
  const listed = (most: number) => changes.list(owner, { limit: most, before });
  return newestFirst(limit, listed, writeChange);
}
