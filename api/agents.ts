import type { Clock } from '../core/kernel/clock.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Oltp } from '../core/oltp/port.ts';
import { createAgentAccess } from './access/agents/agent-access.ts';
import { createLastUsed, type LastUsed } from './access/agents/last-used.ts';
import type { AgentParts } from './access/agents/parts.ts';
import { createCredentialRates } from './access/agents/rates.ts';
import { createRefusals } from './access/agents/refusals.ts';
import type { Secrets } from './access/agents/secret.ts';
import type { CredentialMetrics } from './access/credential-metrics.ts';
import { createEndedSessions } from './state/ended-sessions.ts';
import { serverKey } from './state/server-keys.ts';
import type { State } from './state/state.ts';

export interface AgentOptions {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly oltp: Oltp;
  readonly state: State;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: CredentialMetrics | undefined;
}

export interface Agents {
  readonly parts: AgentParts;
  readonly lastUsed: LastUsed;
}

export async function openAgents(options: AgentOptions): Promise<Agents> {
  const { settings, secrets, oltp, state, clock, logger, metrics } = options;
  const { credentials, credentialEvents: events } = state;
  const perMinute = {
    paired: settings.RATE_LIMIT_PAIRED_PER_MINUTE,
    elevated: settings.RATE_LIMIT_ELEVATED_PER_MINUTE,
  };
  const lastUsed = createLastUsed({ credentials, clock, logger });
  const refusals = createRefusals({ events, clock, perMinute });
  const parts: AgentParts = {
    access: createAgentAccess({ credentials, secrets, refusals, lastUsed, clock, metrics }),
    rates: createCredentialRates({ clock, perMinute }),
    sessionKey: await serverKey(oltp, 'sessions', clock.now()),
    endedSessions: createEndedSessions(oltp, clock.now),
    whenRevoked: credentials.whenEnded,
  };
  return { parts, lastUsed };
}
