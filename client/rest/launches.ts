import type { CallOptions } from '../http/http.ts';
import type * as answers from '../types/answers.ts';
import type { Whole } from './query-string.ts';
import { type ReadAnswer, type ReadArguments, type ReadPath, readAt } from './reads.ts';
import type { PageOptions, ReadOptions, Rest } from './rest.ts';

interface Page<Row> {
  readonly next_cursor: string | null;
  readonly results: readonly Row[];
}

/**
 * Every row of a listing; pages are read as needed. The cursor keeps all pages at the slot of the first, so the rows are
 * one state of the chain however long it takes.
 */
export async function* rowsOf<Row, Options extends PageOptions>(
  page: (options: Options) => Promise<Page<Row>>,
  options: Options,
): AsyncGenerator<Row, void, undefined> {
  let asked = options;
  for (;;) {
    const { results, next_cursor: cursor } = await page(asked);
    yield* results;
    if (cursor === null) return;
    asked = { ...options, cursor };
  }
}

const LAUNCH = '/ilo/launches/{launch_id}/';

export type LaunchListOptions = ReadArguments<'/ilo/launches/'> & CallOptions;
export type LaunchOptions = OfLaunch<typeof LAUNCH>;
export type PledgeListOptions = OfLaunch<`${typeof LAUNCH}pledges/`>;

type OfLaunch<Path extends ReadPath> = Omit<ReadArguments<Path>, 'launchId'> & CallOptions;

/** The launch mirror: free, and open to everyone. */
export class Launches {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /** The current launch of the cluster, and the launch gate. */
  status(options: ReadOptions = {}): Promise<answers.LaunchStatusPage> {
    return this.#read('/ilo/status/', options);
  }

  /** One page of the launches, newest first. */
  list(options: LaunchListOptions = {}): Promise<answers.LaunchPage> {
    return this.#read('/ilo/launches/', options);
  }

  /** All launches, at one slot. */
  all(options: LaunchListOptions = {}): AsyncGenerator<answers.Launch, void, undefined> {
    return rowsOf((page: LaunchListOptions) => this.list(page), options);
  }

  /** @throws NotFoundError */
  get(launchId: Whole, options: LaunchOptions = {}): Promise<answers.LaunchDetail> {
    return this.#read(LAUNCH, { launchId, ...options });
  }

  /** One page of the pledges of a launch. */
  pledges(launchId: Whole, options: PledgeListOptions = {}): Promise<answers.PledgePage> {
    return this.#read(`${LAUNCH}pledges/`, { launchId, ...options });
  }

  /** All pledges of a launch, at one slot. */
  allPledges(
    launchId: Whole,
    options: PledgeListOptions = {},
  ): AsyncGenerator<answers.Pledge, void, undefined> {
    return rowsOf((page: PledgeListOptions) => this.pledges(launchId, page), options);
  }

  /** How the raise grew, in at most `points` exact steps. */
  raiseCurve(
    launchId: Whole,
    options: OfLaunch<`${typeof LAUNCH}raise-curve/`> = {},
  ): Promise<answers.RaiseCurve> {
    return this.#read(`${LAUNCH}raise-curve/`, { launchId, ...options });
  }

  /** The pledges by amount, in a histogram with at most `buckets` buckets. */
  distribution(
    launchId: Whole,
    options: OfLaunch<`${typeof LAUNCH}distribution/`> = {},
  ): Promise<answers.PledgeDistribution> {
    return this.#read(`${LAUNCH}distribution/`, { launchId, ...options });
  }

  /** One page of the escrow activity, oldest first. */
  flows(launchId: Whole, options: PageOptions = {}): Promise<answers.FlowPage> {
    return this.#read(`${LAUNCH}flows/`, { launchId, ...options });
  }

  /** All escrow activity, up to one slot. */
  allFlows(launchId: Whole, options: PageOptions = {}): AsyncGenerator<answers.Flow, void, undefined> {
    return rowsOf((page: PageOptions) => this.flows(launchId, page), options);
  }

  /** One page of the launches in which a wallet has a pledge. */
  positions(wallet: string, options: PageOptions = {}): Promise<answers.PositionPage> {
    return this.#read('/ilo/wallets/{wallet}/positions/', { wallet, ...options });
  }

  /** Every launch in which a wallet has a pledge, at one slot. */
  allPositions(wallet: string, options: PageOptions = {}): AsyncGenerator<answers.Position, void, undefined> {
    return rowsOf((page: PageOptions) => this.positions(wallet, page), options);
  }

  #read<Path extends ReadPath>(
    path: Path,
    options: ReadArguments<Path> & CallOptions,
  ): Promise<ReadAnswer<Path>> {
    return readAt(this.#rest, path, options);
  }
}
