import { defineForClients as define } from './definition.ts';
import { listed, type MoreWrong, wrongTexts } from './wrong-values.ts';

/** Owners can do everything there that an agent may not ask for. */
const ON_THE_PAGE = 'on the settings page (/settings)';

const without = (scope: string, remedy: string) => ({ remedyWithout: { scope, remedy } });

/** Refusals of an agent's call by its checks, and outcomes of owner requests. Status 200: only ever part of a tool's answer. */
export const gateErrors = {
  MISSING_SCOPE: define('{tool} needs a credential with scope {scope}.', {
    status: 200,
    remedy:
      'Pair again and include that scope in requested_scopes, or use a key that the owner issued with it.',
  }),
  TOOL_ARGUMENT_UNKNOWN: define<{ names: readonly string[]; known: readonly string[] } & MoreWrong>(
    ({ names, known, ...more }) => {
      const are = names.length === 1 ? 'is not an argument' : 'are not arguments';
      const accepted = known.join(', ') || 'no arguments';
      return `${listed(names)} ${are} of this tool. It accepts ${accepted}. ${wrongTexts(more)}`.trim();
    },
    { status: 200, remedy: 'Omit what the detail names, or use what the tool accepts.' },
  ),
  WALLET_KILLED: define(
    "The owner's kill switch is on, so agents cannot act for this wallet. The owner can resume it.",
    {
      status: 403,
      remedy:
        'Stop acting and tell the user. resume_wallet asks the owner to sign before anything continues.',
      ...without('wallet_admin', `Stop acting and tell the user, who can resume the wallet ${ON_THE_PAGE}.`),
    },
  ),
  WALLET_PAUSED: define(
    "The owner's wallet is paused, so calls that move value are refused. The owner can resume it.",
    {
      status: 403,
      remedy: 'Wait and tell the user. resume_wallet asks the owner to sign before anything continues.',
      ...without('wallet_admin', `Wait and tell the user, who can resume the wallet ${ON_THE_PAGE}.`),
    },
  ),
  PERMISSION_MODE_FORBIDS: define(
    "The wallet's permission mode is {mode}, which does not allow {tool}. The owner can change the mode.",
    {
      status: 403,
      remedy: 'Continue without it, or ask the owner for another mode with request_permission_mode_change.',
      ...without('wallet_admin', `Continue without it, or ask the user to change the mode ${ON_THE_PAGE}.`),
    },
  ),
  POLICY_FORBIDS: define(
    'The wallet policy does not allow the {of} {name}. The owner can change the policy.',
    {
      status: 403,
      remedy: 'Stay within get_wallet_policy, or ask the owner for another policy with set_wallet_policy.',
      ...without(
        'wallet_admin',
        `Stay within get_wallet_policy, or ask the user to change the policy ${ON_THE_PAGE}.`,
      ),
    },
  ),
  POLICY_NAME_UNKNOWN: define('{name} names "{given}", which is not a {of}. Did you mean "{nearest}"?', {
    status: 400,
    remedy: 'Use the suggested name, if it is the one that you mean. tools/list has the names of tools.',
  }),
  POLICY_NAME_KEPT: define(
    '{name} names "{tool}", which a policy cannot deny because it stops agents. Leave it out.',
    { status: 400, remedy: 'Remove that tool from denied_tools.' },
  ),
  LIMIT_EXCEEDED: define<{ mint: string; per: 'intent' | 'day'; most: bigint; asked: bigint }>(
    ({ mint, per, most, asked }) =>
      `This would bring the total to ${asked} base units of ${mint}, but the wallet's limit is ${most} ${per === 'day' ? 'per day' : 'per intent'}.`,
    {
      status: 403,
      remedy: 'Use a smaller amount, or ask the owner for other limits with set_trading_limits.',
      ...without(
        'wallet_admin',
        `Use a smaller amount, or ask the user to change the limits ${ON_THE_PAGE}.`,
      ),
    },
  ),
  JURISDICTION_UNKNOWN: define(
    'The market {market} is restricted by country, and the owner has not declared a country. The owner can declare one in the guardrail settings.',
    {
      status: 403,
      remedy: 'Ask the user for their country and pass it to declare_jurisdiction.',
      ...without('manage', `Ask the user to declare their country ${ON_THE_PAGE}.`),
    },
  ),
  JURISDICTION_FORBIDS: define(
    "The market {market} is not available in the owner's declared country, {jurisdiction}.",
    {
      status: 403,
      remedy: 'Continue without it: this market is not open in the country that the user declared.',
    },
  ),
  OWNER_SIGNATURE_REQUIRED: define("The owner's wallet must sign this: {what}.", {
    status: 403,
    remedy: 'Ask the owner: resume_wallet or request_permission_mode_change creates a request to sign.',
    ...without('wallet_admin', `Ask the user, who can decide it ${ON_THE_PAGE}.`),
  }),
  OWNER_SIGNATURE_REFUSED: define(
    "The signature does not match this request's message and the owner's wallet. Sign the message unchanged. The request is still pending.",
    { status: 403, remedy: "The owner's wallet must sign exactly the message of the request." },
  ),
  OWNER_REQUEST_UNKNOWN: define('The owner has no request with this id.', {
    status: 404,
    remedy: 'Call list_owner_requests for the ids that exist.',
  }),
  OWNER_REQUEST_DECIDED: define('This request has already been {status}.', {
    status: 409,
    remedy: 'Nothing is left to do; create a new request if it is still wanted.',
  }),
  OWNER_REQUEST_EXPIRED: define('This request has expired. Make a new one.', {
    status: 409,
    remedy: 'Create the request again if it is still wanted.',
  }),
  OWNER_REQUESTS_FULL: define(
    'The owner already has {most} open requests, which is the maximum. Approve or reject some, or wait until they expire.',
    { status: 409, remedy: 'Wait until the owner decides; requests expire within a day.' },
  ),
  AGENT_WALLET_REFUSED: define('The wallet cannot act for the owner: {reason}.', {
    status: 400,
    remedy: 'Call again without wallet_signature, and have that wallet sign the consent text in the answer.',
  }),
  WATCHED_WALLETS_FULL: define(
    'The owner already watches {most} wallets, which is the maximum. Remove some first.',
    { status: 409, remedy: 'Continue without watching another wallet.' },
  ),
  GRANT_UNKNOWN: define('The owner has no active {kind} for {subject}.', {
    status: 404,
    remedy: 'Call get_wallet_policy for the grants that exist.',
  }),
  ARGUMENTS_TOO_LARGE: define('The arguments contain more than {most} {of}. Send less in one call.', {
    status: 400,
    remedy: 'Split the arguments over several calls.',
  }),
  SECRET_REFUSED: define(
    'The arguments contain something that looks like a private key or a seed phrase. Never send one. Nothing was done or stored.',
    {
      status: 400,
      remedy: 'Never send keys or seed phrases. Tell the user to treat what was sent as leaked.',
    },
  ),
};
