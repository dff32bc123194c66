import type { Clock } from '../kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../kernel/errors/error.ts';
import { genesisHashAnswer } from './answers.ts';
import type { RpcCall } from './post.ts';

/** One node, asked once. */
export interface SingleNode {
  /** The node's address, without path or credentials. */
  readonly host: string;
  readonly call: <Result>(request: RpcCall<Result>) => Promise<Result>;
}

/** Codes with which a node says that it does not have a block or transaction: cleaned up, skipped, pruned. */
export const NOT_THERE: ReadonlySet<string> = new Set([
  '-32001',
  '-32004',
  '-32007',
  '-32009',
  '-32011',
  '-32014',
  '-32019',
]);

/** A node that failed is asked after the others for this long, so that not every request waits for it. */
const REST_MS = 60_000;

interface Rested {
  readonly node: SingleNode;
  until: number;
  /** Resolves once the node is known to follow the chain of the others. */
  sameChain: Promise<void> | undefined;
}

/** Several nodes of one chain, in the order of preference. A request goes to the first one that can answer it. */
export class RpcNodes implements SingleNode {
  readonly host: string;
  readonly #nodes: readonly Rested[];
  readonly #clock: Pick<Clock, 'now'>;
  #genesis: string | undefined;

  constructor(nodes: readonly SingleNode[], clock: Pick<Clock, 'now'>) {
    this.host = nodes.map(({ host }) => host).join(', ');
    this.#nodes = nodes.map((node) => ({ node, until: 0, sameChain: undefined }));
    this.#clock = clock;
  }

  /**
   * The first answer that is enough; if no node has one, the first answer at all.
   * @throws the failure that says most, with those of the other nodes in its message
   */
  readonly call = async <Result>(request: RpcCall<Result>): Promise<Result> => {
    const { enough = (result) => result !== null } = request;
    const failures: LaunchlensError[] = [];
    let poor: { readonly result: Result } | undefined;
    for (const rested of this.#inOrder()) {
      try {
        await this.#requireSameChain(rested, request.signal);
        const result = await rested.node.call(request);
        if (enough(result)) return result;
        poor ??= { result };
      } catch (error) {
        if (!isLaunchlensError(error) || isLaunchlensError(error, 'RPC_NO_TURN')) throw error;
        failures.push(error);
        if (!isAnswer(error)) rested.until = this.#clock.now() + REST_MS;
      }
    }
    if (poor) return poor.result;
    throw combined(failures);
  };

  #inOrder(): readonly Rested[] {
    const now = this.#clock.now();
    const rests = ({ until }: Rested): number => (until > now ? 1 : 0);
    return this.#nodes.toSorted((a, b) => rests(a) - rests(b));
  }

  /** @throws RPC_BAD_ANSWER for a node of another chain, and the errors of RPC */
  async #requireSameChain(rested: Rested, signal: AbortSignal | undefined): Promise<void> {
    rested.sameChain ??= this.#compareChain(rested.node, signal).catch((error: unknown) => {
      rested.sameChain = undefined;
      throw error;
    });
    await rested.sameChain;
  }

  async #compareChain({ host, call }: SingleNode, signal: AbortSignal | undefined): Promise<void> {
    const method = 'getGenesisHash';
    const hash = await call({ method, params: [], result: genesisHashAnswer, signal });
    this.#genesis ??= hash;
    if (hash === this.#genesis) return;
    const reason = `the genesis hash ${hash}, which is of another chain than the other nodes in SOLANA_RPC_URL`;
    throw new LaunchlensError('RPC_BAD_ANSWER', { host, method, reason });
  }
}

/** Whether a node works: it refuses this request, or is behind for a moment. */
function isAnswer(error: LaunchlensError): boolean {
  if (isLaunchlensError(error, 'RPC_BEHIND')) return true;
  return isLaunchlensError(error, 'RPC_REFUSED') && !error.context.rpcCode.startsWith('HTTP ');
}

function isAbsence(error: LaunchlensError): boolean {
  return isLaunchlensError(error, 'RPC_REFUSED') && NOT_THERE.has(error.context.rpcCode);
}

/** A node that does not have it has answered; a failure that may pass is next, so that the request is repeated. */
function combined(failures: readonly LaunchlensError[]): LaunchlensError {
  const main =
    failures.find(isAbsence) ??
    failures.find(({ retryable }) => retryable) ??
    (failures[0] as LaunchlensError);
  const others = failures.filter((failure) => failure !== main).map(({ message }) => message);
  if (others.length === 0) return main;
  return new LaunchlensError(main.code, { ...main.context, others: others.join(' ') }, main);
}
