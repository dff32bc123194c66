import { systemClock } from '../../../core/kernel/clock.ts';
import { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { runTicker } from '../../../fixtures/localnet/chain/ticker.ts';
import type { WeatherOptions } from '../../../fixtures/localnet/chain/weather.ts';
import { type RpcServer, startRpc } from '../../../fixtures/localnet/rpc/server.ts';
import { SCENARIOS } from '../../../fixtures/localnet/scenarios/index.ts';
import type { ScenarioName } from '../../../fixtures/localnet/scenarios/names.ts';
import { withVault } from '../../../fixtures/localnet/scenarios/vault.ts';
import type { FilterLimits } from '../../../fixtures/localnet/yellowstone/filter/rejection.ts';
import type { GrpcStatus } from '../../../fixtures/localnet/yellowstone/grpc/status.ts';
import type { Message } from '../../../fixtures/localnet/yellowstone/message.ts';
import { startYellowstone, type Yellowstone } from '../../../fixtures/localnet/yellowstone/server.ts';

export interface LiveChainOptions {
  readonly seed?: string;
  readonly scenario?: ScenarioName;
  /** Also runs the vault program. */
  readonly vault?: boolean;
  /** The slot at which the servers start; left out, the end of the scenario's prologue. */
  readonly fromSlot?: number;
  readonly replaySlots?: number;
  readonly pingIntervalMs?: number;
  readonly weather?: WeatherOptions;
  /** Of its stream server; none if left out. */
  readonly filterLimits?: FilterLimits;
}

/** What the stream server does to its subscribers; a test exchanges these while it runs. */
export interface StreamFaults {
  onSubscribe: () => GrpcStatus | undefined;
  onChange?: () => GrpcStatus | undefined;
  beforeSend: (message: Message) => 'send' | 'drop' | 'cut' | GrpcStatus;
}

/** The local chain behind both of its servers, with its whole history kept and its stream server in the test's hands. */
export class LiveChain implements AsyncDisposable {
  readonly faults: StreamFaults = { onSubscribe: () => undefined, beforeSend: () => 'send' };
  readonly chain: Chain;
  readonly #rpc: RpcServer;
  readonly #options: LiveChainOptions;
  readonly #grpcUrl: string;
  #ticking: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  #stream: Yellowstone | undefined;

  private constructor(
    chain: Chain,
    transports: { rpc: RpcServer; stream: Yellowstone },
    options: LiveChainOptions,
  ) {
    this.chain = chain;
    this.#rpc = transports.rpc;
    this.#stream = transports.stream;
    this.#grpcUrl = transports.stream.endpoint;
    this.#options = options;
  }

  static async open(options: LiveChainOptions = {}): Promise<LiveChain> {
    const { seed = '1', scenario: name = 'tour', vault = false, weather } = options;
    const own = SCENARIOS[name](seed);
    const scenario = vault ? withVault(own, seed) : own;
    const chain = new Chain({ seed, scenario, keepHistory: true, ...(weather ? { weather } : {}) });
    chain.advance(options.fromSlot ?? scenario.prologueSlots);
    const rpc = await startRpc(chain, { host: '127.0.0.1', port: 0 });
    const opened: { live?: LiveChain } = {};
    const stream = await startYellowstone(chain, {
      host: '127.0.0.1',
      port: 0,
      faults: faultsOf(() => opened.live?.faults),
      ...streamOptions(options),
    });
    opened.live = new LiveChain(chain, { rpc, stream }, options);
    return opened.live;
  }

  get rpcUrl(): string {
    return this.#rpc.url;
  }

  get grpcUrl(): string {
    return this.#grpcUrl;
  }

  /** Streams that are open. */
  get subscribers(): number {
    return this.#stream?.subscribers ?? 0;
  }

  get confirmed(): bigint {
    return this.chain.heads.confirmed;
  }

  /** Lets the chain run by itself from now on; 1 is a slot every 400 ms. */
  run(speed: number): void {
    if (this.#ticking) throw new Error('the chain runs already');
    const stop = new AbortController();
    const done = runTicker(this.chain, { clock: systemClock, speed, signal: stop.signal });
    this.#ticking = { stop, done };
  }

  /** Stops the chain where it is; its servers stay open. */
  async halt(): Promise<void> {
    this.#ticking?.stop.abort();
    await this.#ticking?.done;
    this.#ticking = undefined;
  }

  /** Ends every stream as a server that shuts down does. */
  async stopStream(): Promise<void> {
    await this.#stream?.close();
    this.#stream = undefined;
  }

  /** Serves streams again at the same address. */
  async startStream(): Promise<void> {
    this.#stream ??= await startYellowstone(this.chain, {
      host: '127.0.0.1',
      port: Number(new URL(this.#grpcUrl).port),
      faults: faultsOf(() => this.faults),
      ...streamOptions(this.#options),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.halt();
    await this.stopStream();
    await this.#rpc.close();
  }
}

function streamOptions({ replaySlots, pingIntervalMs, filterLimits }: LiveChainOptions) {
  return {
    filterLimits,
    ...(replaySlots !== undefined && { replaySlots }),
    ...(pingIntervalMs !== undefined && { pingIntervalMs }),
  };
}

function faultsOf(current: () => StreamFaults | undefined) {
  return {
    onSubscribe: () => current()?.onSubscribe(),
    onChange: () => current()?.onChange?.(),
    beforeSend: (message: Message) => current()?.beforeSend(message) ?? 'send',
  };
}
