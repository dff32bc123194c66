import { base58 } from '@scure/base';
import type { z } from 'zod';
import {
  grantEnded,
  namedRequest,
  requestAsked,
  signedRequest,
} from '../../../../schemas/mcp/wallet-admin.ts';
import { requestDecided } from '../../../../schemas/rest/wallet-control.ts';
import { requestAnswer, walletControl } from '../../../actions/control/answers.ts';
import { askOwner } from '../../../actions/control/ask.ts';
import type { Actor } from '../../../actions/control/context.ts';
import { approveRequest, foundRequest } from '../../../actions/control/decide.ts';
import type { RequestKind } from '../../../actions/control/kinds/kind.ts';
import { endOwnerGrant } from '../../../actions/control/set.ts';
import type { GrantKind } from '../../../state/control/grants.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import {
  ADDITION,
  defineOwnerTool,
  INDEX_READ,
  REMOVAL,
  type Tool,
  type ToolContext,
  type ToolHints,
} from '../../catalogue/tool.ts';
import { controlInWords, decidedInWords, requestInWords } from '../../words/control.ts';
import { actorOf } from '../acting.ts';

/** What the tools of this scope share. */
export const ADMIN = { scope: 'wallet_admin', toolset: 'wallet_admin' } as const;

/** What an approval may be refused with. */
export const SIGNATURE_FAILURES = [
  'OWNER_REQUEST_UNKNOWN',
  'OWNER_REQUEST_DECIDED',
  'OWNER_REQUEST_EXPIRED',
  'OWNER_SIGNATURE_REFUSED',
] as const;

/** The tool's own description. */
interface Words {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

interface AskingTool<Input extends z.ZodObject> extends Words {
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
    answer: async (context, payload, caller) => {
      const asked = await askOwner(controlOf(context), actorOf(caller, traits.name), { kind, payload });
      return { request: requestAnswer(asked) };
    },
    inWords: ({ request }) => requestInWords(request),
  });
}

export interface SignedRequest {
  readonly request_id: string;
  readonly signature: string;
}

/** Approves a request of one or any kind with the owner's wallet signature. */
export function approved(
  context: ToolContext,
  actor: Actor,
  { request_id: id, signature, kind }: SignedRequest & { readonly kind?: string },
) {
  return approveRequest(controlOf(context), actor, { id, kind, signature: base58.decode(signature) });
}

/** A tool that approves requests of one kind. */
export function approvingTool({
  kind,
  ...traits
}: Words & { readonly hints: ToolHints; readonly kind: string }): Tool {
  return defineOwnerTool({
    ...ADMIN,
    ...traits,
    failures: SIGNATURE_FAILURES,
    input: signedRequest,
    output: requestDecided,
    answer: (context, signed, caller) => approved(context, actorOf(caller, traits.name), { ...signed, kind }),
    inWords: decidedInWords,
  });
}

interface EndingTool<Input extends z.ZodObject> extends Words {
  readonly input: Input;
  readonly kind: GrantKind;
  readonly subjectOf: (input: z.output<NoInfer<Input>>) => string;
}

/** A tool that ends a grant immediately: agents only lose by it, so nobody signs. */
export function endingTool<Input extends z.ZodObject>({
  kind,
  subjectOf,
  ...traits
}: EndingTool<Input>): Tool {
  return defineOwnerTool({
    ...ADMIN,
    ...traits,
    hints: REMOVAL,
    failures: ['GRANT_UNKNOWN'],
    output: grantEnded,
    answer: async (context, input, caller) => {
      const [control, actor] = [controlOf(context), actorOf(caller, traits.name)];
      await endOwnerGrant(control, actor, { kind, subject: subjectOf(input) });
      return { control: await walletControl(control, caller.owner) };
    },
    inWords: ({ control }) => controlInWords(control),
  });
}

/** A tool that returns the outcome of a request. */
export function pollTool(name: string, title: string, what: string): Tool {
  return defineOwnerTool({
    ...ADMIN,
    ...{ name, title, hold: 'none' },
    description: `Tells what became of a request ${what}: pending, approved, rejected or expired. It changes nothing, and is answered by a stopped wallet too.`,
    hints: INDEX_READ,
    failures: ['OWNER_REQUEST_UNKNOWN'],
    input: namedRequest,
    output: requestAsked,
    answer: async (context, { request_id }, caller) => {
      const found = await foundRequest(controlOf(context), caller, request_id);
      return { request: requestAnswer(found) };
    },
    inWords: ({ request }) => requestInWords(request),
  });
}
