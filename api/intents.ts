import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../core/kernel/errors/error.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import { keepRunning, type Shutdown } from '../core/kernel/shutdown.ts';
import type { RpcLimit } from '../core/rpc/rate-limit.ts';
import type { ControlContext } from './actions/control/context.ts';
import { buildersOf } from './actions/intents/builders/all.ts';
import type { BuilderContext } from './actions/intents/builders/context.ts';
import { configuredIdl, type IdlOf, knownProgram } from './actions/intents/builders/escrow-program.ts';
import type { IntentsContext, PageOf } from './actions/intents/context.ts';
import { type FollowContext, INTENT_MEASURES, watchIntents } from './actions/intents/follow.ts';
import { measured } from './actions/measures.ts';
import { tokenSymbols } from './actions/token-symbols.ts';
import { knownTokens, vouchedSymbols } from './actions/tokens/known.ts';
import { createAssembler } from './actions/transactions/assemble.ts';
import { type FeeTerms, feeOn } from './actions/transactions/fee.ts';
import type { KnownProgram } from './actions/transactions/programs.ts';
import { venueBuilder } from './actions/venues/builder.ts';
import { createTransactionChain } from './read/chain/transactions-json-rpc.ts';
import type { Mirror } from './read/mirror.ts';
import type { State } from './state/state.ts';
import type { Venues } from './venues/venues.ts';

export interface IntentsOptions {
  readonly settings: Settings;
  readonly state: Pick<State, 'intents' | 'agentWallets'>;
  readonly control: Pick<ControlContext, 'controls' | 'markets' | 'tools'>;
  readonly mirror: Mirror;
  readonly pageOf: PageOf;
  readonly clock: Clock;
  /** The rate limit shared by everything in this process; defaults to that of the node's address. */
  readonly rpcLimit?: RpcLimit | undefined;
  /** Their output is built and checked against the plan with the same node. */
  readonly venues: Venues;
}

export interface OpenedIntents {
  readonly context: IntentsContext;
  readonly follow: FollowContext;
}

/**
 * The dependencies for proposing, signing and following intents. @throws IDL_MALFORMED, SETTING_MALFORMED,
 * SETTING_MISSING
 */
export function openIntents(options: IntentsOptions): OpenedIntents {
  const { settings, state, control, mirror, venues, pageOf, clock, rpcLimit: limit } = options;
  const { SOLANA_RPC_URL: url, INDEX_COMMITMENT: commitment } = settings;
  const idlOf = configuredIdl(settings.ESCROW_IDL);
  const fee = feeTerms(settings);
  const chain = url === undefined ? undefined : createTransactionChain({ url, limit, commitment });
  const known = () => knownEscrow(mirror, idlOf);
  const { intents } = state;
  const building: BuilderContext | undefined = chain && {
    ...{ mirror, chain, idlOf },
    agentWallets: state.agentWallets,
    controls: control.controls,
  };
  const context: IntentsContext = {
    ...{ intents, clock, chain, building, pageOf },
    controls: control.controls,
    markets: control.markets,
    tools: control.tools,
    builders: building ? buildersOf(building, [venueBuilder({ venues, chain: building.chain })]) : new Map(),
    assembler:
      chain && createAssembler({ chain, known, computeUnitPrice: BigInt(settings.COMPUTE_UNIT_PRICE) }),
    symbolOf: vouchedSymbols(tokenSymbols(settings), knownTokens(settings)),
    feeOn: async (outflow) => (fee && chain ? feeOn(chain, fee, outflow) : undefined),
  };
  return { context, follow: { intents, chain, mirror, commitment, known, clock } };
}

/** @throws SETTING_MISSING */
function feeTerms({
  TECHNOLOGY_FEE_BPS: bps,
  TECHNOLOGY_FEE_ACCOUNT: wallet,
}: Settings): FeeTerms | undefined {
  if (bps === 0) return undefined;
  if (wallet !== undefined) return { bps, wallet };
  throw new LaunchlensError('SETTING_MISSING', {
    name: 'TECHNOLOGY_FEE_ACCOUNT',
    command: 'api',
    remedy: 'set it to the wallet that receives the fee, or leave TECHNOLOGY_FEE_BPS at 0',
  });
}

async function knownEscrow(mirror: Mirror, idlOf: IdlOf): Promise<KnownProgram | undefined> {
  try {
    const { programId } = (await mirror.stampAt(undefined)).identity;
    return knownProgram(idlOf(programId), programId);
  } catch (error) {
    if (isLaunchlensError(error, 'MIRROR_NOT_READY')) return undefined;
    throw error;
  }
}

export interface IntentWatchStart {
  readonly follow: FollowContext;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly registry: Registry;
}

/** Follows submitted intents until the shutdown. Several processes may: every move is taken once. */
export function startIntentWatch({ follow, logger, shutdown, registry }: IntentWatchStart): void {
  const stats = measured(INTENT_MEASURES, registry);
  const running = watchIntents({ context: follow, stats, logger, signal: shutdown.signal });
  keepRunning('following intents', running, { logger, shutdown });
}
