import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { configuredSecrets } from '../../api/access/agents/secret.ts';
import { issueForOwner, revokeAsOperator, setTier } from '../../api/actions/keys/manage.ts';
import { type Credential, endOfCredential } from '../../api/state/credentials/credential.ts';
import { createState } from '../../api/state/state.ts';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { RATE_TIERS, type RateTier } from '../../core/rules/rate-tiers.ts';
import { CREDENTIAL_KINDS, OPERATOR_SCOPES, type Scope } from '../../core/rules/scopes.ts';
import { scopeList } from '../../schemas/rest/scopes.ts';
import { visibleText } from '../../schemas/rest/visible-text.ts';
import { decisionOrder, printOrder } from '../operator/order.ts';
import { operatorGiven, operatorName } from '../operator/protocol.ts';
import { command, parsed, parseWallet } from '../options.ts';

const MOST = 200;
const id = z.string().min(1).max(64);

const line = z.strictObject({
  id: z.string(),
  kind: z.enum(CREDENTIAL_KINDS),
  label: z.string(),
  scopes: z.array(z.string()),
  tier: z.enum(RATE_TIERS),
  shown: z.string(),
  state: z.string(),
});
type CredentialLine = z.output<typeof line>;

export const KEY_ORDERS = {
  /** Tokens and keys of an owner, newest first, the newest 200 of each. */
  list: decisionOrder({
    name: 'keys-list',
    input: z.strictObject({ owner: pubkeyText }),
    line,
    async *run({ oltp, clock }, { owner }) {
      const { credentials } = createState(oltp);
      for (const kind of CREDENTIAL_KINDS)
        for (const found of await credentials.list({ owner, kind }, { limit: MOST }))
          yield lineOf(found, clock.now());
    },
  }),

  /** Only this line shows the key. @throws KEY_NEEDS_OWNER */
  issue: decisionOrder({
    name: 'keys-issue',
    input: z.strictObject({
      owner: pubkeyText,
      label: visibleText,
      scopes: scopeList,
      operator: operatorGiven,
    }),
    line: line.extend({ key: z.string() }),
    async *run({ oltp, clock, settings }, input) {
      const context = { ...createState(oltp), oltp, clock, secrets: configuredSecrets(settings) };
      const { secret, credential } = await issueForOwner(context, input);
      yield { ...lineOf(credential, clock.now()), key: secret };
    },
  }),

  /** @throws CREDENTIAL_UNKNOWN */
  revoke: decisionOrder({
    name: 'keys-revoke',
    input: z.strictObject({ id, operator: operatorGiven }),
    line,
    async *run({ oltp, clock }, input) {
      yield lineOf(await revokeAsOperator({ ...createState(oltp), clock }, input), clock.now());
    },
  }),

  /** @throws CREDENTIAL_UNKNOWN */
  tier: decisionOrder({
    name: 'keys-tier',
    input: z.strictObject({ id, tier: z.enum(RATE_TIERS), operator: operatorGiven }),
    line,
    async *run({ oltp, clock }, input) {
      yield lineOf(await setTier({ ...createState(oltp), clock }, input), clock.now());
    },
  }),
};

function lineOf(credential: Credential, now: number): CredentialLine {
  const { id: of, kind, label, scopes, tier, prefix, last4, expiresAt } = credential;
  const until = new Date(expiresAt).toISOString().slice(0, 10);
  const state = endOfCredential(credential, now) ?? `valid until ${until}`;
  return { id: of, kind, label, scopes: [...scopes], tier, shown: `${prefix}…${last4}`, state };
}

const OWNER = '2a6w5ZBWmXioBejjwyppCsqXJhfs3KuPo7cmTMQdetYH';
const ID = '0b0e4f57-77a4-4f0d-9a37-6c1c5f3ae0d2';
const LIST = `launchlens keys list ${OWNER}`;

export function keysCommand(): Command {
  return command('keys', { example: LIST })
    .addCommand(
      command('list', { says: 'the pairing tokens and API keys of an owner', example: LIST })
        .argument('<owner>', "the owner's wallet", parseWallet)
        .action((owner: Pubkey) => printOrder(KEY_ORDERS.list, { owner }, textOf)),
    )
    .addCommand(issueCommand())
    .addCommand(
      command('revoke', {
        says: 'revoke a token or a key, from the next call on',
        example: `launchlens keys revoke ${ID}`,
      })
        .argument('<id>', 'as `keys list` shows it')
        .action((id: string) => printOrder(KEY_ORDERS.revoke, { id, operator: operatorName() }, textOf)),
    )
    .addCommand(tierCommand());
}

function issueCommand(): Command {
  const base = OPERATOR_SCOPES.join(', ');
  return command('issue', {
    says: `an API key for an owner, with scopes out of ${base}; others only the owner can grant`,
    example: `launchlens keys issue ${OWNER} --label 'Nightly report' --scopes read`,
  })
    .argument('<owner>', "the owner's wallet", parseWallet)
    .requiredOption(
      '--label <text>',
      'what it is called',
      parsed(visibleText, 'at most 64 visible characters.'),
    )
    .addOption(
      new Option('--scopes <names>', 'separated by commas')
        .argParser(parseScopes)
        .default([...OPERATOR_SCOPES], base),
    )
    .action((owner: Pubkey, { label, scopes }: { label: string; scopes: Scope[] }) => {
      const input = { owner, label, scopes, operator: operatorName() };
      return printOrder(KEY_ORDERS.issue, input, ({ key, ...line }) => `${textOf(line)}\n${key}`);
    });
}

function tierCommand(): Command {
  const parseTier = parsed(z.enum(RATE_TIERS), `one of ${RATE_TIERS.join(', ')}.`);
  return command('tier', {
    says: 'raise the rate limit of a token or key, or reset it',
    example: `launchlens keys tier ${ID} elevated`,
  })
    .argument('<id>', 'as `keys list` shows it')
    .argument('<tier>', RATE_TIERS.join(' or '), parseTier)
    .action((id: string, tier: RateTier) =>
      printOrder(KEY_ORDERS.tier, { id, tier, operator: operatorName() }, textOf),
    );
}

function textOf({ id, kind, shown, tier, state, scopes, label }: CredentialLine): string {
  return [id, kind, shown, tier, state, scopes.join(','), label].join('  ');
}

function parseScopes(given: string): string[] {
  const scopes = scopeList.safeParse(given.split(',').map((name) => name.trim()));
  if (!scopes.success) throw new InvalidArgumentError(scopes.error.issues[0]?.message ?? 'scopes.');
  return scopes.data;
}
