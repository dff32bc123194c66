import { z } from 'zod';
import { configuredSecrets } from '../../api/access/agents/secret.ts';
import { issueForOwner, revokeAsOperator, setTier } from '../../api/actions/keys/manage.ts';
import { type Credential, endOfCredential } from '../../api/state/credentials/credential.ts';
import { createState } from '../../api/state/state.ts';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import { RATE_TIERS } from '../../core/rules/rate-tiers.ts';
import { CREDENTIAL_KINDS } from '../../core/rules/scopes.ts';
import { scopeList } from '../../schemas/rest/scopes.ts';
import { visibleText } from '../../schemas/rest/visible-text.ts';
import { decisionOrder } from '../operator/order.ts';
import { operatorGiven } from '../operator/protocol.ts';

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
export type CredentialLine = z.output<typeof line>;

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
