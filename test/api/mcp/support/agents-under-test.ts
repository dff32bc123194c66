import type { AgentParts } from '../../../../api/access/agents/parts.ts';
import { configuredSecrets } from '../../../../api/access/agents/secret.ts';
import { openAgents } from '../../../../api/agents.ts';
import type { Credential } from '../../../../api/state/credentials/credential.ts';
import { createState } from '../../../../api/state/state.ts';
import type { Clock } from '../../../../core/kernel/clock.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { settingsSchema } from '../../../../core/kernel/settings/schema.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { BASE_SCOPES, type CredentialKind, lifetimeOf, type Scope } from '../../../../core/rules/scopes.ts';
import { pubkeyOf, TEST_PROGRAM } from '../../../support/index-builder.ts';

const OCCASION = { surface: 'test', reason: '' };

export interface Issued {
  readonly credential: Credential;
  readonly secret: string;
  /** What its requests carry. */
  readonly headers: { readonly authorization: string };
}

export interface IssueParts {
  readonly kind?: CredentialKind;
  readonly scopes?: readonly Scope[];
  readonly owner?: Pubkey;
  readonly tier?: Credential['tier'];
}

/** The credentials of one store, as one API process has them: real ones, really kept. */
export interface AgentsUnderTest {
  readonly parts: AgentParts;
  issue(parts?: IssueParts): Promise<Issued>;
  revoke(issued: Issued): Promise<void>;
  rotate(issued: Issued): Promise<Issued>;
}

export interface AgentsOptions {
  readonly clock?: Clock;
  readonly perMinute?: number;
}

export async function agentsOver(
  oltp: Oltp,
  { clock = systemClock, perMinute = 100_000 }: AgentsOptions = {},
): Promise<AgentsUnderTest> {
  const state = createState(oltp);
  const settings = settingsSchema.parse({
    ESCROW_PROGRAM_ID: TEST_PROGRAM,
    RATE_LIMIT_PAIRED_PER_MINUTE: String(perMinute),
  });
  const logger = createLogger('silent');
  const secrets = configuredSecrets(settings);
  const { parts } = await openAgents({ settings, secrets, oltp, state, clock, logger });
  const shown = (secret: string) => ({ secret, headers: { authorization: `Bearer ${secret}` } });
  const now = () => ({ ...OCCASION, at: clock.now() });
  return {
    parts,
    issue: async ({
      kind = 'token',
      scopes = BASE_SCOPES,
      owner = pubkeyOf('owner'),
      tier = 'paired',
    } = {}) => {
      const { secret, print } = secrets.make(kind);
      const expiresAt = clock.now() + lifetimeOf(kind, scopes);
      const made = { kind, owner, label: 'a test', scopes, tier, expiresAt, confirmedAt: clock.now(), print };
      const credential = await state.credentials.issue(made, now());
      if (!credential) throw new Error('it was not issued');
      return { credential, ...shown(secret) };
    },
    revoke: async ({ credential }) => {
      await state.credentials.revoke(credential, now());
    },
    rotate: async ({ credential }) => {
      const { secret, print } = secrets.make(credential.kind);
      const rotation = { print, now: clock.now(), surface: OCCASION.surface, recentSignIn: true };
      const rotated = await state.credentials.rotate(credential, rotation);
      if (typeof rotated === 'string') throw new Error(rotated);
      return { credential: rotated, ...shown(secret) };
    },
  };
}
