import { type RunnerContext, runStrategies } from '../../../api/actions/strategies/runner.ts';
import { createAssembler } from '../../../api/actions/transactions/assemble.ts';
import { venueBuilder } from '../../../api/actions/venues/builder.ts';
import { openRunner } from '../../../api/strategies.ts';
import type { Venue, VenueRequest } from '../../../api/venues/venue.ts';
import { venuesOf } from '../../../api/venues/venues.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { TOKEN_ACCOUNT_RENT } from '../../../core/rules/native-coin.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { chainOf, memo, mint, role, token, transactionOf, wallet } from '../venues/chain-of.ts';
import type { AgentApi } from './agent-api.ts';

export const [PAY, BUY] = [pubkeyOf('paid mint'), pubkeyOf('bought mint')];
const [payAccount, buyAccount] = [pubkeyOf('pay account'), pubkeyOf('buy account')];
const SOL = 1_000_000_000n;

/** A venue that gives 95 of `BUY` for whatever is paid, at least 94. */
export function swapVenue(): Venue & { asked: number } {
  const venue = {
    ...{ name: 'jupiter', kind: 'swap' as const, programs: [], lists: [], asked: 0 },
    quote: async () => {
      venue.asked += 1;
      const receives = { asset: BUY, amount: 95n, minimum: 94n };
      return [
        { label: 'a pool', pays: [], receives, fees: [], priceImpactBps: undefined, expiresAt: undefined },
      ];
    },
    build: async ({ owner: payer = pubkeyOf('nobody') }: VenueRequest) => {
      const roles = [role(payer, { signer: true }), role(payAccount), role(buyAccount)];
      return { kind: 'transaction' as const, transaction: transactionOf(payer, [memo(roles)]) };
    },
  };
  return venue;
}

/** A chain on which the swap of that venue comes to what it promises, for one owner. */
function swappingChain(owner: Pubkey) {
  const chain = chainOf();
  chain.before = new Map([
    [owner, wallet(SOL)],
    [payAccount, token({ mint: PAY, owner, amount: 50_000n })],
    ...[PAY, BUY].map((address) => [address, mint()] as const),
  ]);
  chain.after = new Map([
    [owner, wallet(SOL - 5_001n - TOKEN_ACCOUNT_RENT)],
    [payAccount, token({ mint: PAY, owner, amount: 49_000n })],
    [buyAccount, token({ mint: BUY, owner, amount: 95n })],
  ]);
  return chain;
}

export interface RunnerParts {
  readonly oltp: Oltp;
  readonly clock: ManualClock;
  readonly venue: Venue | undefined;
  readonly owner: Pubkey;
  readonly equities?: readonly Pubkey[];
}

/** What one process takes steps with, over an API's store of decisions. */
export function runnerOver(
  api: AgentApi,
  { oltp, clock, venue, owner, equities }: RunnerParts,
): RunnerContext {
  const venues = venuesOf(venue ? [venue] : [], clock, equities);
  const chain = swappingChain(owner);
  const context = openRunner({
    ...{ accounts: api.context, venues, oltp, clock, logger: createLogger('silent') },
  });
  const intents = {
    ...context.intents,
    chain,
    assembler: createAssembler({ chain, computeUnitPrice: 0n, known: async () => undefined }),
    builders: new Map([['venue', venueBuilder({ venues, chain })]]),
  };
  return { ...context, intents };
}

/** Lets each of some processes take what is due, and ends them when they wait for more. */
export async function letRun(clock: ManualClock, ...processes: readonly RunnerContext[]): Promise<void> {
  const stop = new AbortController();
  const running = processes.map((context) => runStrategies({ context, signal: stop.signal }));
  await waitFor(() => clock.sleepers === processes.length, { what: 'the runners to wait' });
  stop.abort();
  await Promise.all(running);
}
