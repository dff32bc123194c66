import { describe, expect, test } from 'vitest';
import { parseBody } from '../../../api/rest/parse.ts';
import type { Route } from '../../../api/rest/route.ts';
import { ROUTES } from '../../../api/rest/routes/all.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

type Body = NonNullable<Route['body']>;

const OPERATIONS = ROUTES.flatMap(({ operationId, body }) => (body ? [{ operationId, body }] : []));
/** Takes any member: its tools say what is wrong with their arguments. */
const ANY_MEMBER = 'callTool';

function refusal(body: Body, value: object): string {
  try {
    parseBody(body, value);
  } catch (error) {
    if (error instanceof LaunchlensError) return error.message;
    throw error;
  }
  return '';
}

const membersOf = (body: Body): readonly string[] =>
  Object.keys('shape' in body ? (body.shape as object) : {});

/** Every member with a value that no member takes. */
const allWrong = (body: Body) =>
  refusal(body, Object.fromEntries(membersOf(body).map((name) => [name, [{ odd: true }]])));

/** Words of the schema library, and what only a program reads. */
const NO_SENTENCE = /Invalid|Unrecognized|expected|["{}]/;

describe('what is wrong with a body', () => {
  test.for(OPERATIONS.filter(({ operationId }) => operationId !== ANY_MEMBER))(
    'of $operationId is said in sentences that name each member',
    ({ body }) => {
      expect(refusal(body, { odd: 1 })).toContain('odd must be left out: it is not a known field.');
      for (const name of membersOf(body))
        expect(allWrong(body)).toMatch(new RegExp(`\\b${name}[.a-z0-9_]* must be `));
      expect(allWrong(body)).not.toMatch(NO_SENTENCE);
    },
  );

  test('reads as it is here, for all operations', () => {
    expect(OPERATIONS.length).toBeGreaterThan(20);
    const said = OPERATIONS.map(({ operationId, body }) => `${operationId}: ${allWrong(body)}`);
    expect(said).toMatchInlineSnapshot(`
      [
        "challengeWallet: wallet_address must be a base58 public key of 32 bytes.",
        "signIn: message must be the message of a challenge, unchanged. signature must be a base58 signature of 64 bytes.",
        "startPairing: requested_scopes.0 must be one of read, quote, intent, manage, trade, strategy, perps, equity, wallet_admin. client_name must be 1 to 64 visible characters, single spaces between them.",
        "pollPairing: device_code must be the device_code of /pair/start/.",
        "approvePairing: user_code must be a code such as BCDF-GHJK. wallet_address must be a base58 public key of 32 bytes. signature must be a base58 signature of 64 bytes.",
        "denyPairing: user_code must be a code such as BCDF-GHJK. wallet_address must be a base58 public key of 32 bytes. signature must be a base58 signature of 64 bytes.",
        "confirmKey: label must be 1 to 64 visible characters, single spaces between them. scopes.0 must be one of read, quote, intent, manage, trade, strategy, perps, equity, wallet_admin.",
        "issueKey: label must be 1 to 64 visible characters, single spaces between them. scopes.0 must be one of read, quote, intent, manage, trade, strategy, perps, equity, wallet_admin. confirmation must be the message of /keys/confirmation/ and its signature.",
        "callTool: ",
        "setPermissionMode: permission_mode must be one of observe, propose, delegate.",
        "setWalletPolicy: allowed_tools.0 must be 1 to 64 characters of a-z, 0-9, ., _ and -. denied_tools.0 must be 1 to 64 characters of a-z, 0-9, ., _ and -. allowed_mints.0 must be a base58 public key of 32 bytes. allowed_venues.0 must be 1 to 64 characters of a-z, 0-9, ., _ and -. counterparties_only must be true or false.",
        "setLimits: limits.0.mint must be a base58 public key of 32 bytes. limits.0.per_intent must be null or an amount in base units from 0 to 18446744073709551615, as a decimal string. limits.0.per_day must be null or an amount in base units from 0 to 18446744073709551615, as a decimal string. limits.0.odd must be left out: it is not a known field.",
        "setCounterparties: counterparties.0.address must be a base58 public key of 32 bytes. counterparties.0.label must be 1 to 64 visible characters, single spaces between them. counterparties.0.odd must be left out: it is not a known field.",
        "declareJurisdiction: country must be an ISO 3166-1 alpha-2 code such as CH.",
        "watchWallet: address must be a base58 public key of 32 bytes. label must be 1 to 64 visible characters, single spaces between them.",
        "askForAgentWallet: address must be a base58 public key of 32 bytes. label must be 1 to 64 visible characters, single spaces between them. wallet_signature must be a base58 signature of 64 bytes.",
        "endGrant: kind must be one of session_signer, agnta_grant, agnta_identity. subject must be 1 to 64 visible characters, single spaces between them.",
        "approveOwnerRequest: signature must be a base58 signature of 64 bytes.",
        "registerWebhook: url must be an https:// URL of a public host. label must be 1 to 64 visible characters, single spaces between them. events.0 must be one of launch.phase_changed, launch.settled, credential.issued, credential.rotated, credential.revoked, credential.refused, intent.proposed, intent.approved, intent.submitted, intent.confirmed, intent.failed, intent.rejected, intent.expired, payout.requested, payout.settled, payout.failed, wallet.paused, wallet.killed, wallet.resumed, request.made, strategy.step_refused, position.near_liquidation.",
        "editWebhook: url must be an https:// URL of a public host. label must be 1 to 64 visible characters, single spaces between them. events.0 must be one of launch.phase_changed, launch.settled, credential.issued, credential.rotated, credential.revoked, credential.refused, intent.proposed, intent.approved, intent.submitted, intent.confirmed, intent.failed, intent.rejected, intent.expired, payout.requested, payout.settled, payout.failed, wallet.paused, wallet.killed, wallet.resumed, request.made, strategy.step_refused, position.near_liquidation.",
        "makeIntent: action must be one of pledge_to_ilo, claim_ilo_tokens, refund_ilo_pledge. launch_id must be a launch id from 0 to 18446744073709551615, as a decimal string. amount must be the base units to pledge, from 1 to 18446744073709551615, as a decimal string; left out for a claim and a refund.",
        "rejectIntent: reason must be 1 to 200 characters.",
        "submitIntent: transaction must be the transaction that was handed out, signed, in base64.",
        "claimReferrals: wallet_address must be a wallet address.",
        "claimCreators: wallet_address must be a wallet address.",
        "querySql: query must be SQL of 1 to 16384 characters. as_of_slot must be a number. format must be one of json, csv, ndjson, parquet, arrow.",
        "setCredentialTier: tier must be paired or elevated.",
        "setLaunchGateLeg: name must be 1 to 64 visible characters, single spaces between them. status must be pending, passed or failed. note must be at most 500 visible characters, single spaces between them. remove must be true.",
      ]
    `);
  });
});
