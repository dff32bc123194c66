import type * as answers from '../types/answers.ts';
import { type PageOptions, type ReadOptions, splitOptions } from './options.ts';
import { rowsOf } from './pages.ts';
import type { Whole } from './query-string.ts';
import type { Rest } from './rest.ts';

export interface LaunchListOptions extends PageOptions {
  readonly status?: answers.LaunchStatus | undefined;
  readonly orderBy?: answers.LaunchOrder | undefined;
}

export interface LaunchOptions extends ReadOptions {
  /** Adds this wallet's pledge, and its allocation or refund. */
  readonly wallet?: string | undefined;
}

export interface PledgeListOptions extends PageOptions {
  readonly orderBy?: answers.PledgeOrder | undefined;
  readonly minAmount?: Whole | undefined;
}

/** The launch mirror: free, and for everybody. */
export class Launches {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /** The current launch of the cluster, and the gate in front of it. */
  status(options: ReadOptions = {}): Promise<answers.LaunchStatusPage> {
    return this.#get('/ilo/status/', options);
  }

  /** One page of the launches, newest first. */
  list(options: LaunchListOptions = {}): Promise<answers.LaunchPage> {
    return this.#get('/ilo/launches/', options);
  }

  /** All launches, at one slot. */
  all(options: LaunchListOptions = {}): AsyncGenerator<answers.Launch, void, undefined> {
    return rowsOf((page: LaunchListOptions) => this.list(page), options);
  }

  /** @throws NotFoundError */
  get(launchId: Whole, options: LaunchOptions = {}): Promise<answers.LaunchDetail> {
    return this.#get(pathOf(launchId), options);
  }

  /** One page of the pledges of a launch. */
  pledges(launchId: Whole, options: PledgeListOptions = {}): Promise<answers.PledgePage> {
    return this.#get(`${pathOf(launchId)}pledges/`, options);
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
    options: ReadOptions & { readonly points?: number | undefined } = {},
  ): Promise<answers.RaiseCurve> {
    return this.#get(`${pathOf(launchId)}raise-curve/`, options);
  }

  /** The pledges by amount, in at most `buckets` of a histogram. */
  distribution(
    launchId: Whole,
    options: ReadOptions & { readonly buckets?: number | undefined } = {},
  ): Promise<answers.PledgeDistribution> {
    return this.#get(`${pathOf(launchId)}distribution/`, options);
  }

  /** One page of what moved in or out of the escrow, oldest first. */
  flows(launchId: Whole, options: PageOptions = {}): Promise<answers.FlowPage> {
    return this.#get(`${pathOf(launchId)}flows/`, options);
  }

  /** Everything that moved in or out of the escrow, up to one slot. */
  allFlows(launchId: Whole, options: PageOptions = {}): AsyncGenerator<answers.Flow, void, undefined> {
    return rowsOf((page: PageOptions) => this.flows(launchId, page), options);
  }

  /** One page of the launches in which a wallet has a pledge. */
  positions(wallet: string, options: PageOptions = {}): Promise<answers.PositionPage> {
    return this.#get(`/ilo/wallets/${encodeURIComponent(wallet)}/positions/`, options);
  }

  /** Every launch in which a wallet has a pledge, at one slot. */
  allPositions(wallet: string, options: PageOptions = {}): AsyncGenerator<answers.Position, void, undefined> {
    return rowsOf((page: PageOptions) => this.positions(wallet, page), options);
  }

  #get<Answer>(path: string, options: ReadOptions): Promise<Answer> {
    return this.#rest.get<Answer>(path, ...splitOptions(options));
  }
}

function pathOf(launchId: Whole): string {
  return `/ilo/launches/${encodeURIComponent(String(launchId))}/`;
}
