import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Settings } from '../../../core/kernel/settings/schema.ts';
import type { TokenIssuer, TokenVerifier } from '../caller.ts';
import { outsideTokens } from './outside.ts';
import { ownTokens } from './own.ts';
import { keptSecret } from './secret.ts';

export interface Tokens {
  readonly verifier: TokenVerifier;
  /** Undefined if another issuer signs people in. */
  readonly issuer: TokenIssuer | undefined;
}

export interface TokenOptions {
  readonly settings: Settings;
  /** Whether other processes may share the store of decisions, and therefore the secret. */
  readonly shared: boolean;
  readonly clock: Clock;
}

/** The tokens configured by the settings. @throws SETTING_MISSING, JWT_SECRET_UNREADABLE */
export async function configuredTokens({ settings, shared, clock }: TokenOptions): Promise<Tokens> {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS_URL: jwksUrl } = settings;
  const expected = { issuer, audience, clock };
  if (jwksUrl !== undefined) return { verifier: outsideTokens({ jwksUrl, ...expected }), issuer: undefined };
  const own = ownTokens(await secretOf(settings, shared), expected);
  return { verifier: own, issuer: own };
}

function secretOf(
  { JWT_SECRET: secret, DATA_DIR: dataDir }: Settings,
  shared: boolean,
): string | Promise<string> {
  if (secret !== undefined) return secret;
  if (!shared) return keptSecret(dataDir);
  const remedy =
    'with DATABASE_URL it must be the same for every API process: at least 32 random characters; or set JWT_JWKS_URL';
  throw new LaunchlensError('SETTING_MISSING', { name: 'JWT_SECRET', command: 'api', remedy });
}
