import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import type { Logger } from '../core/kernel/logger.ts';
import { keepRunning, type Shutdown } from '../core/kernel/shutdown.ts';
import type { Oltp } from '../core/oltp/port.ts';
import { standingPrincipal } from './access/agents/agent-access.ts';
import type { AccountContext } from './actions/account-context.ts';
import { measured } from './actions/measures.ts';
import { type RunnerContext, runStrategies, STRATEGY_MEASURES } from './actions/strategies/runner.ts';
import { createStepLeases } from './state/strategies/leases.ts';
import type { Venues } from './venues/venues.ts';

export interface RunnerParts {
  readonly accounts: Pick<AccountContext, 'intents' | 'control' | 'keys'>;
  readonly venues: Venues;
  readonly oltp: Oltp;
  readonly logger: Logger;
  readonly clock: Clock;
}

export interface StrategyOptions extends RunnerParts {
  readonly shutdown: Shutdown;
  readonly registry: Registry;
}

export function openRunner(
  { accounts, venues, oltp, logger, clock }: RunnerParts,
  registry?: Registry,
): RunnerContext {
  const { intents, control, keys } = accounts;
  const { credentials } = keys;
  return {
    ...{
      intents,
      control,
      venues,
      logger,
      stats: measured(STRATEGY_MEASURES, registry),
      leases: createStepLeases(oltp),
    },
    callerOf: (id) => standingPrincipal({ credentials, clock }, id),
  };
}

/** Runs strategy steps when they are due, until the shutdown. Several processes may: each step is taken once. */
export function startStrategies({ shutdown, registry, ...parts }: StrategyOptions): void {
  const { logger } = parts;
  const context = openRunner(parts, registry);
  const running = runStrategies({ context, signal: shutdown.signal });
  keepRunning('strategies', running, { logger, shutdown });
}
