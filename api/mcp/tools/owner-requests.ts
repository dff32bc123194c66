import { base58 } from '@scure/base';
import { z } from 'zod';
import {
  grantEnded,
  namedRequest,
  ownerSignature,
  requestAsked,
  requestId,
  signedRequest,
} from '../../../schemas/mcp/wallet-admin.ts';
import * as wire from '../../../schemas/rest/owner-grants.ts';
import { requestDecided } from '../../../schemas/rest/wallet-control.ts';
import { requestAnswer, walletControl } from '../../actions/control/answers.ts';
import { askOwner } from '../../actions/control/ask.ts';
import { approveRequest, foundRequest } from '../../actions/control/decide.ts';
import * as kinds from '../../actions/control/kinds/grants.ts';
import type { RequestKind } from '../../actions/control/kinds/kind.ts';
import { endOwnerGrant } from '../../actions/control/set.ts';
import type { GrantKind } from '../../state/control/grants.ts';
import {
  ADDITION,
  defineOwnerTool,
  INDEX_READ,
  REMOVAL,
  type Tool,
  type ToolTraits,
} from '../catalogue/tool.ts';
import { controlText, decidedText, requestText } from '../texts.ts';

/** What the tools of this scope share. */
export const ADMIN = { scope: 'wallet_admin', toolset: 'wallet_admin' } as const;

/** How an approval may be refused. */
export const SIGNATURE_FAILURES = [
  'OWNER_REQUEST_UNKNOWN',
  'OWNER_REQUEST_DECIDED',
  'OWNER_REQUEST_EXPIRED',
  'OWNER_SIGNATURE_REFUSED',
] as const;

type Described = Pick<Tool, 'name' | 'title' | 'description'> & Pick<ToolTraits, 'recordsOnly'>;

interface AskingTool<Input extends z.ZodObject> extends Described {
  readonly input: Input;
  readonly kind: RequestKind<z.output<NoInfer<Input>>>;
}

/** A tool that requests something from the owner; it applies once the owner's wallet has signed. */
export function askingTool<Input extends z.ZodObject>({ kind, ...traits }: AskingTool<Input>): Tool {
  return defineOwnerTool({
    ...ADMIN,
    ...traits,
    hints: ADDITION,
    failures: ['OWNER_REQUESTS_FULL'],
    output: requestAsked,
    answer: async ({ control }, payload, caller) => ({
      request: requestAnswer(await askOwner(control, caller, { kind, payload })),
    }),
    textOf: ({ request }) => requestText(request),
  });
}

/** A tool that approves requests of one kind. */
function approvingTool({
  kind,
  ...traits
}: Described & Pick<Tool, 'hints'> & { readonly kind: string }): Tool {
  return defineOwnerTool({
    ...ADMIN,
    ...traits,
    failures: SIGNATURE_FAILURES,
    input: signedRequest,
    output: requestDecided,
    answer: ({ control }, { request_id: id, signature }, caller) =>
      approveRequest(control, caller, { id, kind, signature: base58.decode(signature) }),
    textOf: decidedText,
  });
}

interface EndingTool<Input extends z.ZodObject> extends Described {
  readonly input: Input;
  readonly kind: GrantKind;
  readonly subjectOf: (input: z.output<NoInfer<Input>>) => string;
}

/** A tool that ends a grant immediately: agents only lose by it, so nobody signs. */
function endingTool<Input extends z.ZodObject>({ kind, subjectOf, ...traits }: EndingTool<Input>): Tool {
  return defineOwnerTool({
    ...ADMIN,
    ...traits,
    hints: REMOVAL,
    failures: ['GRANT_UNKNOWN'],
    output: grantEnded,
    answer: async ({ control }, input, caller) => {
      await endOwnerGrant(control, caller, { kind, subject: subjectOf(input) });
      return { control: await walletControl(control, caller.owner) };
    },
    textOf: ({ control }) => controlText(control),
  });
}

/** A tool that returns the outcome of a request. */
export function pollTool(
  name: string,
  title: string,
  what: string,
  { recordsOnly = false }: Pick<ToolTraits, 'recordsOnly'> = {},
): Tool {
  return defineOwnerTool({
    ...ADMIN,
    recordsOnly,
    name,
    title,
    description: `Returns the status of a request ${what}: pending, approved, rejected or expired. It changes nothing, and a stopped wallet still answers it.`,
    hold: 'none',
    hints: INDEX_READ,
    failures: ['OWNER_REQUEST_UNKNOWN'],
    input: namedRequest,
    output: requestAsked,
    answer: async ({ control }, { request_id }, caller) => ({
      request: requestAnswer(await foundRequest(control, caller, request_id)),
    }),
    textOf: ({ request }) => requestText(request),
  });
}

/** Nothing is sent to AGNTA, and nothing here is signed with a session signer. */
const RECORD = { recordsOnly: true } as const;

/** Requests for the owner's signature, and the grants that follow from it. */
export const GRANT_TOOLS: readonly Tool[] = [
  defineOwnerTool({
    ...ADMIN,
    name: 'approve_proposal',
    title: 'Approve a proposal',
    description:
      "Approves a request that waits for the owner, with the signature of the owner's wallet over exactly its message. Nobody can approve it without that signature, and a request is approved once.",
    hints: REMOVAL,
    failures: SIGNATURE_FAILURES,
    input: z.strictObject({ proposal_id: requestId, signature: ownerSignature }),
    output: requestDecided,
    answer: ({ control }, { proposal_id: id, signature }, caller) =>
      approveRequest(control, caller, { id, signature: base58.decode(signature) }),
    textOf: decidedText,
  }),
  askingTool({
    ...RECORD,
    name: 'request_session_signer_authorization',
    title: 'Request: session signer',
    description:
      'Asks the owner to authorize a session signer: a public key, with limits and an end. Its private key stays where it was made and is never sent here.',
    input: wire.sessionSigner,
    kind: kinds.sessionSignerKind,
  }),
  pollTool('poll_session_signer_authorization', 'Poll: session signer', 'for a session signer', RECORD),
  approvingTool({
    ...RECORD,
    name: 'authorize_session_signer',
    title: 'Authorize a session signer',
    description:
      "Authorizes the session signer of a request, with the signature of the owner's wallet over exactly its message. It replaces an earlier authorization of the same public key.",
    hints: REMOVAL,
    kind: kinds.sessionSignerKind.name,
  }),
  endingTool({
    ...RECORD,
    name: 'revoke_session_signer',
    title: 'Revoke a session signer',
    description: 'Revokes a session signer at once, and rejects open requests for the same signer.',
    input: z.strictObject({ public_key: wire.sessionSigner.shape.public_key }),
    kind: 'session_signer',
    subjectOf: ({ public_key }) => public_key,
  }),
  askingTool({
    ...RECORD,
    name: 'set_agnta_grant',
    title: 'Set an AGNTA grant',
    description:
      "Asks the owner for an AGNTA grant to a grantee; it becomes active once the owner's wallet has signed.",
    input: wire.agntaGrant,
    kind: kinds.agntaGrantKind,
  }),
  endingTool({
    ...RECORD,
    name: 'clear_agnta_grant',
    title: 'Clear an AGNTA grant',
    description:
      'Ends the AGNTA grant of a grantee at once, and rejects open requests for one to the same grantee.',
    input: wire.agntaGrantName,
    kind: 'agnta_grant',
    subjectOf: ({ grantee }) => grantee,
  }),
  askingTool({
    ...RECORD,
    name: 'request_agnta_grant_clear',
    title: 'Request: clearing a grant',
    description:
      'Asks the owner to end the AGNTA grant of a grantee, for agents that leave this decision to the owner.',
    input: wire.agntaGrantName,
    kind: kinds.agntaGrantClearKind,
  }),
  pollTool('poll_agnta_grant_clear', 'Poll: clearing a grant', 'to clear an AGNTA grant', RECORD),
  askingTool({
    ...RECORD,
    name: 'request_agnta_identity_registration',
    title: 'Request: identity registration',
    description: 'Asks the owner to register an AGNTA identity: a name and a public key.',
    input: wire.agntaIdentity,
    kind: kinds.agntaIdentityKind,
  }),
  pollTool(
    'poll_agnta_identity_registration',
    'Poll: identity registration',
    'for an AGNTA identity',
    RECORD,
  ),
  approvingTool({
    ...RECORD,
    name: 'submit_agnta_identity_registration',
    title: 'Submit an identity registration',
    description:
      "Registers the AGNTA identity of a request, with the signature of the owner's wallet over exactly its message.",
    hints: ADDITION,
    kind: kinds.agntaIdentityKind.name,
  }),
];
