import { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import type { GenesisAccount } from '../../../fixtures/localnet/chain/scenario.ts';
import { SCENARIOS } from '../../../fixtures/localnet/scenarios/index.ts';
import { withVault } from '../../../fixtures/localnet/scenarios/vault.ts';
import type { Fate, YellowstoneFaults } from '../../../fixtures/localnet/yellowstone/faults.ts';
import type { GrpcStatus } from '../../../fixtures/localnet/yellowstone/grpc/status.ts';
import type { Message } from '../../../fixtures/localnet/yellowstone/message.ts';
import { startYellowstone, type Yellowstone } from '../../../fixtures/localnet/yellowstone/server.ts';
import type { Plan } from '../plan/fault.ts';
import { type Link, openLink } from './link.ts';
import { openRpcProxy, type RpcProxy } from './rpc-proxy.ts';
import { TaskQueue } from './task-queue.ts';

/** Wide enough that no slot of a play ever leaves it. */
const WHOLE_WINDOW = 5_000;
/** 400 ms of the chain's time. */
const SLOT_MS = 400;
const PING_MS = 10_000;

/** What the chain is made of. */
export interface ChainPlan extends Pick<Plan, 'seed' | 'fromSlot' | 'weather'> {
  /** Accounts that are there from the begin, besides those of the play. */
  readonly genesis?: readonly GenesisAccount[];
  /** With `vault`, the chain runs that program too. */
  readonly subject?: Plan['subject'];
}

/** What the faults that are armed make of the stream; the first with something to say decides. */
export interface StreamFates {
  readonly send: Set<(message: Message) => Fate | undefined>;
  readonly replay: Set<(fromSlot: bigint) => GrpcStatus | undefined>;
}

/** The local chain with its whole history, behind two proxies that inject faults. */
export class ChaosChain {
  readonly chain: Chain;
  readonly fates: StreamFates = { send: new Set(), replay: new Set() };
  readonly rpc: RpcProxy;
  readonly link: Link;
  /** How much faster than the clock everything runs. */
  readonly pace: number;
  readonly #turns = new TaskQueue();
  readonly #forks = new TaskQueue();
  #stream: Yellowstone | undefined;
  readonly #port: number;

  private constructor(
    chain: Chain,
    proxies: { rpc: RpcProxy; link: Link; stream: Yellowstone; pace: number; fates: StreamFates },
  ) {
    this.chain = chain;
    this.rpc = proxies.rpc;
    this.link = proxies.link;
    this.pace = proxies.pace;
    this.#stream = proxies.stream;
    this.fates = proxies.fates;
    this.#port = portOf(proxies.stream);
  }

  static async open(
    { seed, fromSlot, weather, genesis = [], subject }: ChainPlan,
    pace: number,
  ): Promise<ChaosChain> {
    const own = SCENARIOS.tour(seed);
    const tour = subject === 'vault' ? withVault(own, seed) : own;
    const scenario = { ...tour, genesis: () => [...tour.genesis(), ...genesis] };
    const chain = new Chain({ seed, scenario, keepHistory: true, weather });
    chain.advance(fromSlot);
    const fates: StreamFates = { send: new Set(), replay: new Set() };
    const rpc = await openRpcProxy(chain);
    const stream = await startStream(chain, { fates, pace, port: 0, window: WHOLE_WINDOW });
    const link = await openLink(portOf(stream));
    return new ChaosChain(chain, { rpc, link, stream, pace, fates });
  }

  /** Milliseconds between two slots. */
  get tickMs(): number {
    return SLOT_MS / this.pace;
  }

  get confirmed(): bigint {
    return this.chain.heads.confirmed;
  }

  /** Only one fault at a time has to do with the life of the stream server. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(work);
  }

  /** Forks that die come one after another. */
  aloneOnFork<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#forks.take(work);
  }

  /** Ends every stream as a server that shuts down does. */
  async stopStream(): Promise<void> {
    await this.#stream?.close();
    this.#stream = undefined;
  }

  async startStream(window = WHOLE_WINDOW): Promise<void> {
    const { fates, pace } = this;
    this.#stream ??= await startStream(this.chain, { fates, pace, port: this.#port, window });
  }

  async close(): Promise<void> {
    await this.link.close();
    await this.stopStream();
    await this.rpc.close();
  }
}

interface StreamOptions {
  readonly fates: StreamFates;
  readonly pace: number;
  readonly port: number;
  readonly window: number;
}

function startStream(chain: Chain, { fates, pace, port, window }: StreamOptions): Promise<Yellowstone> {
  const faults: YellowstoneFaults = {
    onReplay: (fromSlot) => firstOf(fates.replay, fromSlot),
    beforeSend: (message) => firstOf(fates.send, message) ?? 'send',
  };
  const pingIntervalMs = PING_MS / pace;
  return startYellowstone(chain, { host: '127.0.0.1', port, replaySlots: window, pingIntervalMs, faults });
}

function firstOf<Given, Answer>(
  asked: Iterable<(given: Given) => Answer | undefined>,
  given: Given,
): Answer | undefined {
  for (const ask of asked) {
    const answer = ask(given);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function portOf({ endpoint }: Yellowstone): number {
  return Number(new URL(endpoint).port);
}
