import { define } from './definition.ts';

/** Refusals of an agent's call by its checks, and outcomes of owner requests. Status 200: only ever part of a tool's answer. */
export const gateErrors = {
  MISSING_SCOPE: define<{ tool: string; scope: string }>(
    ({ tool, scope }) => `${tool} needs a credential with the scope ${scope}.`,
    { status: 200 },
  ),
  TOOL_ARGUMENT_UNKNOWN: define<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `${name} is not an argument of this tool; it takes ${known.join(', ') || 'none'}.`,
    { status: 200 },
  ),
  WALLET_KILLED: define(
    () =>
      "The owner's wallet is stopped by its kill switch: agents do nothing for it until its owner resumes it.",
    { status: 403 },
  ),
  WALLET_PAUSED: define(
    () => "The owner's wallet is paused: value-bearing calls wait until its owner resumes it.",
    {
      status: 403,
    },
  ),
  PERMISSION_MODE_FORBIDS: define<{ tool: string; mode: string }>(
    ({ tool, mode }) => `The permission mode of the wallet is ${mode}, in which ${tool} is not allowed.`,
    { status: 403 },
  ),
  POLICY_FORBIDS: define<{ of: string; name: string }>(
    ({ of, name }) => `The policy of the wallet does not allow the ${of} ${name}.`,
    { status: 403 },
  ),
  POLICY_NAME_UNKNOWN: define<{ name: string; of: 'tool' | 'venue'; given: string; nearest: string }>(
    ({ name, of, given, nearest }) =>
      `${name} names "${given}", which is not a ${of}. Did you mean "${nearest}"?`,
    { status: 400 },
  ),
  POLICY_NAME_KEPT: define<{ name: string; tool: string }>(
    ({ name, tool }) =>
      `${name} names "${tool}", which no policy can deny: stopping agents is never refused. Leave it out.`,
    { status: 400 },
  ),
  LIMIT_EXCEEDED: define<{ mint: string; per: 'intent' | 'day'; most: bigint; asked: bigint }>(
    ({ mint, per, most, asked }) =>
      `The limit of the wallet is ${most} base units of ${mint} ${per === 'day' ? 'in a day' : 'for one intent'}, and this would come to ${asked}.`,
    { status: 403 },
  ),
  JURISDICTION_UNKNOWN: define<{ market: string }>(
    ({ market }) =>
      `The market ${market} is gated by country, and no country of an owner is known for this call.`,
    { status: 403 },
  ),
  JURISDICTION_FORBIDS: define<{ market: string; jurisdiction: string }>(
    ({ market, jurisdiction }) =>
      `The market ${market} is not open in the declared jurisdiction ${jurisdiction}.`,
    { status: 403 },
  ),
  OWNER_SIGNATURE_REQUIRED: define<{ what: string }>(
    ({ what }) => `This needs the signature of the owner's wallet: ${what}.`,
    { status: 403 },
  ),
  OWNER_SIGNATURE_REFUSED: define(
    () =>
      "The signature is not one of the owner's wallet over the message of this request; nothing was decided.",
    { status: 403 },
  ),
  OWNER_REQUEST_UNKNOWN: define(() => 'The owner has no such request.', { status: 404 }),
  OWNER_REQUEST_DECIDED: define<{ status: string }>(
    ({ status }) => `The request is decided already: it is ${status}.`,
    { status: 409 },
  ),
  OWNER_REQUEST_EXPIRED: define(() => 'The request has expired; make it again.', { status: 409 }),
  OWNER_REQUESTS_FULL: define<{ most: number }>(
    ({ most }) =>
      `The owner has ${most} open requests, and no more are taken until some are decided or expire.`,
    { status: 409 },
  ),
  AGENT_WALLET_REFUSED: define<{ reason: string }>(
    ({ reason }) => `The wallet cannot act for the owner: ${reason}.`,
    { status: 400 },
  ),
  WATCHED_WALLETS_FULL: define<{ most: number }>(
    ({ most }) => `The owner watches ${most} wallets already, and no more are taken.`,
    { status: 409 },
  ),
  GRANT_UNKNOWN: define<{ kind: string; subject: string }>(
    ({ kind, subject }) => `The owner has no ${kind} for ${subject} that holds.`,
    { status: 404 },
  ),
  ARGUMENTS_TOO_LARGE: define<{ most: number; of: string }>(
    ({ most, of }) => `The arguments hold more than ${most} ${of}. Send less in one call.`,
    { status: 400 },
  ),
  SECRET_REFUSED: define(
    () =>
      'The arguments hold something shaped like a private key or a seed phrase: nothing was done, and nothing of it was kept.',
    { status: 400 },
  ),
};
