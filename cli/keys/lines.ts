import { z } from 'zod';
import type { Secrets } from '../../api/access/agents/secret.ts';
import { issueForOwner, revokeAsOperator, setTier } from '../../api/actions/keys/operate.ts';
import { type Credential, endOfCredential } from '../../api/state/credentials/credential.ts';
import { createState } from '../../api/state/state.ts';
import { pubkeyText } from '../../core/kernel/pubkey-text.ts';
import { RATE_TIERS } from '../../core/rules/rate-tiers.ts';
import { CREDENTIAL_KINDS } from '../../core/rules/scopes.ts';
import { scopeList } from '../../schemas/rest/scopes.ts';
import { visibleText } from '../../schemas/rest/visible-text.ts';
import type { DecisionParts } from '../operator/ask.ts';
import { operatorGiven } from '../operator/operator-name.ts';

const MOST = 200;
const id = z.string().min(1).max(64);

export const listInput = z.strictObject({ owner: pubkeyText });
export const issueInput = z.strictObject({
  owner: pubkeyText,
  label: visibleText,
  scopes: scopeList,
  operator: operatorGiven,
});
export const revokeInput = z.strictObject({ id, operator: operatorGiven });
export const tierInput = z.strictObject({ id, tier: z.enum(RATE_TIERS), operator: operatorGiven });

export type ListInput = z.output<typeof listInput>;
export type IssueInput = z.output<typeof issueInput>;
export type RevokeInput = z.output<typeof revokeInput>;
export type TierInput = z.output<typeof tierInput>;

export const credentialLine = z.strictObject({
  id: z.string(),
  kind: z.enum(CREDENTIAL_KINDS),
  label: z.string(),
  scopes: z.array(z.string()),
  tier: z.enum(RATE_TIERS),
  shown: z.string(),
  state: z.string(),
});
export const issuedLine = credentialLine.extend({ key: z.string() });

export type CredentialLine = z.output<typeof credentialLine>;

/** Tokens and keys of an owner, newest first, the newest 200 of each. */
export async function* listLines(
  { oltp, clock }: DecisionParts,
  { owner }: ListInput,
): AsyncGenerator<CredentialLine> {
  const { credentials } = createState(oltp);
  for (const kind of CREDENTIAL_KINDS) {
    for (const found of await credentials.list({ owner, kind }, { limit: MOST })) {
      yield lineOf(found, clock.now());
    }
  }
}

/** Only this line shows the key. @throws KEY_NEEDS_OWNER */
export async function* issueLines(
  parts: DecisionParts & { readonly secrets: Pick<Secrets, 'make'> },
  input: IssueInput,
): AsyncGenerator<z.output<typeof issuedLine>> {
  const context = { ...createState(parts.oltp), ...parts };
  const { secret, credential } = await issueForOwner(context, input);
  yield { ...lineOf(credential, parts.clock.now()), key: secret };
}

/** @throws CREDENTIAL_UNKNOWN */
export async function* revokeLines(
  { oltp, clock }: DecisionParts,
  input: RevokeInput,
): AsyncGenerator<CredentialLine> {
  yield lineOf(await revokeAsOperator({ ...createState(oltp), clock }, input), clock.now());
}

/** @throws CREDENTIAL_UNKNOWN */
export async function* tierLines(
  { oltp, clock }: DecisionParts,
  input: TierInput,
): AsyncGenerator<CredentialLine> {
  yield lineOf(await setTier({ ...createState(oltp), clock }, input), clock.now());
}

function lineOf(credential: Credential, now: number): CredentialLine {
  const { id: of, kind, label, scopes, tier, prefix, last4 } = credential;
  const shown = `${prefix}…${last4}`;
  return { id: of, kind, label, scopes: [...scopes], tier, shown, state: stateOf(credential, now) };
}

function stateOf(credential: Credential, now: number): string {
  const until = new Date(credential.expiresAt).toISOString().slice(0, 10);
  return endOfCredential(credential, now) ?? `good until ${until}`;
}
