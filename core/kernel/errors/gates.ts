import { define } from './definition.ts';

/** Refusals of an agent's call by its checks, and outcomes of owner requests. Status 200: only ever part of a tool's answer. */
export const gateErrors = {
  MISSING_SCOPE: define<{ tool: string; scope: string }>(
    ({ tool, scope }) => `${tool} needs a credential with scope ${scope}.`,
    { status: 200 },
  ),
  TOOL_ARGUMENT_UNKNOWN: define<{ name: string; known: readonly string[] }>(
    ({ name, known }) =>
      `${name} is not an argument of this tool. It accepts ${known.join(', ') || 'no arguments'}.`,
    { status: 200 },
  ),
  WALLET_KILLED: define(
    () => "The owner's kill switch is on, so agents cannot act for this wallet. The owner can resume it.",
    { status: 403 },
  ),
  WALLET_PAUSED: define(
    () => "The owner's wallet is paused, so calls that move value are refused. The owner can resume it.",
    {
      status: 403,
    },
  ),
  PERMISSION_MODE_FORBIDS: define<{ tool: string; mode: string }>(
    ({ tool, mode }) =>
      `The wallet's permission mode is ${mode}, which does not allow ${tool}. The owner can change the mode.`,
    { status: 403 },
  ),
  POLICY_FORBIDS: define<{ of: string; name: string }>(
    ({ of, name }) => `The wallet policy does not allow the ${of} ${name}. The owner can change the policy.`,
    { status: 403 },
  ),
  POLICY_NAME_UNKNOWN: define<{ name: string; of: 'tool' | 'venue'; given: string; nearest: string }>(
    ({ name, of, given, nearest }) =>
      `${name} names "${given}", which is not a ${of}. Did you mean "${nearest}"?`,
    { status: 400 },
  ),
  POLICY_NAME_KEPT: define<{ name: string; tool: string }>(
    ({ name, tool }) =>
      `${name} names "${tool}", which a policy cannot deny because it stops agents. Leave it out.`,
    { status: 400 },
  ),
  LIMIT_EXCEEDED: define<{ mint: string; per: 'intent' | 'day'; most: bigint; asked: bigint }>(
    ({ mint, per, most, asked }) =>
      `This would bring the total to ${asked} base units of ${mint}, but the wallet's limit is ${most} ${per === 'day' ? 'per day' : 'per intent'}.`,
    { status: 403 },
  ),
  JURISDICTION_UNKNOWN: define<{ market: string }>(
    ({ market }) =>
      `The market ${market} is restricted by country, and the owner has not declared a country. The owner can declare one in the guardrail settings.`,
    { status: 403 },
  ),
  JURISDICTION_FORBIDS: define<{ market: string; jurisdiction: string }>(
    ({ market, jurisdiction }) =>
      `The market ${market} is not available in the owner's declared country, ${jurisdiction}.`,
    { status: 403 },
  ),
  OWNER_SIGNATURE_REQUIRED: define<{ what: string }>(
    ({ what }) => `The owner's wallet must sign this: ${what}.`,
    { status: 403 },
  ),
  OWNER_SIGNATURE_REFUSED: define(
    () =>
      "The signature does not match this request's message and the owner's wallet. Sign the message unchanged. The request is still pending.",
    { status: 403 },
  ),
  OWNER_REQUEST_UNKNOWN: define(() => 'The owner has no request with this id.', { status: 404 }),
  OWNER_REQUEST_DECIDED: define<{ status: string }>(
    ({ status }) => `This request has already been ${status}.`,
    { status: 409 },
  ),
  OWNER_REQUEST_EXPIRED: define(() => 'This request has expired. Make a new one.', { status: 409 }),
  OWNER_REQUESTS_FULL: define<{ most: number }>(
    ({ most }) =>
      `The owner already has ${most} open requests, which is the maximum. Approve or reject some, or wait until they expire.`,
    { status: 409 },
  ),
  AGENT_WALLET_REFUSED: define<{ reason: string }>(
    ({ reason }) => `The wallet cannot act for the owner: ${reason}.`,
    { status: 400 },
  ),
  WATCHED_WALLETS_FULL: define<{ most: number }>(
    ({ most }) => `The owner already watches ${most} wallets, which is the maximum. Remove some first.`,
    { status: 409 },
  ),
  GRANT_UNKNOWN: define<{ kind: string; subject: string }>(
    ({ kind, subject }) => `The owner has no active ${kind} for ${subject}.`,
    { status: 404 },
  ),
  ARGUMENTS_TOO_LARGE: define<{ most: number; of: string }>(
    ({ most, of }) => `The arguments contain more than ${most} ${of}. Send less in one call.`,
    { status: 400 },
  ),
  SECRET_REFUSED: define(
    () =>
      'The arguments contain something that looks like a private key or a seed phrase. Never send one. Nothing was done or stored.',
    { status: 400 },
  ),
};
