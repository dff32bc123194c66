import { base58 } from '@scure/base';
import { z } from 'zod';
import {
  noArguments,
  ownerSignature,
  requestId,
  walletPolicyAnswer,
  walletPolicyInput,
} from '../../../schemas/mcp/wallet-admin.ts';
import { limit } from '../../../schemas/reads/arguments.ts';
import {
  controlSet,
  counterparties,
  country,
  ownerRequestsAnswer,
  permissionMode,
  spendingLimits,
  walletPolicy,
} from '../../../schemas/rest/wallet-control.ts';
import { listRequests, walletControl } from '../../actions/control/answers.ts';
import { approveRequest } from '../../actions/control/decide.ts';
import type { SettingKind } from '../../actions/control/kinds/kind.ts';
import * as kinds from '../../actions/control/kinds/settings.ts';
import { controlPage } from '../../actions/control/pages.ts';
import { setControl, setStricter, stopAgents } from '../../actions/control/set.ts';
import {
  defineOwnerTool,
  INDEX_READ,
  type OwnerToolDeclaration,
  REMOVAL,
  SETTING,
  type Tool,
} from '../catalogue/tool.ts';
import { policyPageText, setText } from '../texts.ts';
import { ADMIN, askingTool, pollTool, SIGNATURE_FAILURES } from './owner-requests.ts';

/** What an owner lets agents do: the switch, the permission mode, the policy, limits, counterparties and the country. */

type Declared = Pick<OwnerToolDeclaration<z.ZodObject, typeof controlSet>, 'name' | 'title' | 'description'>;

/** Scope `read` by the specification's table, although not read-only: any credential may stop a wallet. */
const stopping = (
  to: 'paused' | 'killed',
  traits: Declared & Pick<Tool, 'hints'> & Partial<Pick<Tool, 'failures'>>,
) =>
  defineOwnerTool({
    ...traits,
    scope: 'read',
    toolset: 'safety',
    narrow: ['lite'],
    stopsAgents: true,
    input: noArguments,
    output: controlSet,
    answer: ({ control }, _input, caller) => stopAgents(control, caller, to),
    textOf: setText,
  });

export const SAFETY_TOOLS: readonly Tool[] = [
  defineOwnerTool({
    name: 'get_wallet_policy',
    title: 'What agents may do',
    description:
      "What the owner currently lets agents do with the wallet: kill switch and pause, permission mode, policy, limits, counterparties, declared jurisdiction, and what the owner's signature granted. Each list has `limit` rows after `offset`; `totals` counts the whole lists.",
    toolset: 'safety',
    hints: INDEX_READ,
    input: walletPolicyInput,
    output: walletPolicyAnswer,
    answer: async ({ control }, page, { owner }) => controlPage(await walletControl(control, owner), page),
    textOf: policyPageText,
  }),
  defineOwnerTool({
    name: 'list_owner_requests',
    title: 'Requests to the owner',
    description:
      'What the owner of the wallet was asked to sign, newest first, with the message and the outcome of each request.',
    toolset: 'safety',
    hints: INDEX_READ,
    input: z.strictObject({
      limit: limit.json,
      before: requestId.optional().meta({ description: 'Continue after this request.' }),
    }),
    output: ownerRequestsAnswer,
    answer: ({ control }, { limit: most, before }, { owner }) =>
      listRequests(control, owner, { limit: most, before }),
    textOf: ({ results, has_more }) => {
      const open = results.filter(({ status }) => status === 'pending').length;
      return `${results.length} requests, of which ${open} wait for the owner.${has_more ? ' Older ones follow.' : ''}`;
    },
  }),
  stopping('killed', {
    name: 'kill_wallet',
    title: 'Kill switch',
    description:
      "Stops every agent of the owner's wallet at once: everything but reads and quotes is refused to all its credentials until the owner's wallet signs for resume_wallet. resume_wallet, get_intent_status (without a transaction) and the poll_ tools still answer. No policy and no rate limit refuses this call. Safe to repeat.",
    hints: REMOVAL,
  }),
  stopping('paused', {
    name: 'pause_wallet',
    title: 'Pause the wallet',
    description:
      "Pauses the owner's wallet: intents and whatever could move value are refused to all its credentials until the owner's wallet signs for resume_wallet. Reads, quotes and administration continue. A killed wallet stays killed, and this call is refused. No policy and no rate limit refuses it otherwise. Safe to repeat.",
    hints: SETTING,
    failures: ['OWNER_SIGNATURE_REQUIRED'],
  }),
];

interface SettingTool<Input extends z.ZodObject>
  extends Declared,
    Partial<Omit<Tool, keyof Declared | 'input'>> {
  readonly input: Input;
  readonly kind: SettingKind<z.output<NoInfer<Input>>>;
  /** How a change that gives agents more is treated: the owner is asked, or it is refused. */
  readonly change?: typeof setControl;
}

/** A tool that sets one part of what agents may do. */
function settingTool<Input extends z.ZodObject>({
  kind,
  change = setControl,
  ...traits
}: SettingTool<Input>): Tool {
  return defineOwnerTool({
    ...ADMIN,
    hints: REMOVAL,
    failures: ['OWNER_REQUESTS_FULL'],
    ...(traits as Declared & { input: Input }),
    output: controlSet,
    answer: ({ control }, payload, caller) => change(control, caller, { kind, payload: payload as never }),
    textOf: setText,
  });
}

export const declareJurisdiction = settingTool({
  name: 'declare_jurisdiction',
  title: 'Declare a jurisdiction',
  description:
    "Records the country that the owner declares to be in. It decides which restricted tools are allowed. The first declaration applies at once; a later one that opens a market waits for the owner's signature. Ask the user, and never guess it.",
  scope: 'manage',
  toolset: 'control',
  hints: SETTING,
  input: z.strictObject({ country }),
  kind: kinds.jurisdictionKind,
});

const WIDER =
  "A stricter value applies at once. If agents could do more, nothing changes until the owner's wallet signs the request in the answer.";
const TOGETHER = 'given together with the other, or not at all';
const modeInput = z.strictObject({ permission_mode: permissionMode });

export const GUARDRAIL_TOOLS: readonly Tool[] = [
  defineOwnerTool({
    ...ADMIN,
    name: 'resume_wallet',
    hold: 'none',
    title: 'Resume the wallet',
    description:
      "Undoes pause_wallet and kill_wallet, with the owner's signature. Without arguments it asks the owner and returns the message to sign. With request_id and the signature of the owner's wallet over that message, the wallet resumes.",
    hints: SETTING,
    failures: ['OWNER_REQUESTS_FULL', ...SIGNATURE_FAILURES],
    input: z
      .strictObject({ request_id: requestId.optional(), signature: ownerSignature.optional() })
      .refine(({ request_id, signature }) => (request_id === undefined) === (signature === undefined), {
        error: TOGETHER,
        path: ['signature'],
      }),
    output: controlSet,
    answer: async ({ control }, { request_id: id, signature }, caller) => {
      const kind = kinds.switchKind;
      if (id === undefined || signature === undefined) {
        return setControl(control, caller, { kind, payload: { switch: 'on' } });
      }
      const approval = { id, signature: base58.decode(signature), kind: kind.name };
      return { status: 'applied' as const, ...(await approveRequest(control, caller, approval)) };
    },
    textOf: setText,
  }),
  defineOwnerTool({
    ...ADMIN,
    name: 'set_wallet_policy',
    title: 'Set the wallet policy',
    description: `Sets which tools, mints, venues and counterparties agents may use in every call that could move value. Members that are left out stay unchanged. ${WIDER}`,
    hints: REMOVAL,
    failures: ['OWNER_REQUESTS_FULL'],
    input: walletPolicy.partial(),
    output: controlSet,
    answer: async ({ control }, given, caller) => {
      const { policy } = await walletControl(control, caller.owner);
      const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const payload = walletPolicy.parse({ ...policy, ...named });
      return setControl(control, caller, { kind: kinds.policyKind, payload });
    },
    textOf: setText,
  }),
  settingTool({
    name: 'set_trading_limits',
    title: 'Set trading limits',
    description: `Sets the most that intents may move of each mint, per intent and in any 24 hours. It replaces all earlier limits. ${WIDER}`,
    input: z.strictObject({ limits: spendingLimits }),
    kind: kinds.limitsKind,
  }),
  settingTool({
    name: 'register_counterparty_set',
    title: 'Register counterparties',
    description: `Registers the wallets that the owner's wallet may deal with, and replaces all earlier ones. The list is enforced where the policy says counterparties_only. A label always means the same wallet: pointing it to another one needs the owner's signature. ${WIDER}`,
    input: z.strictObject({ counterparties }),
    kind: kinds.counterpartiesKind,
  }),
  settingTool({
    name: 'set_permission_mode',
    title: 'Set the permission mode',
    description:
      'Sets a stricter permission mode at once: from delegate to propose or observe, from propose to observe. A looser one is refused here: request_permission_mode_change asks the owner for it.',
    hints: SETTING,
    failures: ['OWNER_SIGNATURE_REQUIRED'],
    input: modeInput,
    kind: kinds.permissionModeKind,
    change: setStricter,
  }),
  askingTool({
    name: 'request_permission_mode_change',
    title: 'Request: permission mode',
    description:
      "Asks the owner to change the permission mode. It returns the message that the owner's wallet has to sign; nothing changes before that.",
    input: modeInput,
    kind: kinds.permissionModeKind,
  }),
  pollTool('poll_permission_mode_change', 'Poll: permission mode', 'for another permission mode'),
];
