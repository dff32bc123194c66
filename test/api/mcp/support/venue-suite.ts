import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { TOKEN_ACCOUNT_RENT } from '../../../../core/rules/native-coin.ts';
import { type DecisionStore, embeddedDecisions } from '../../../support/decision-stores.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { type HttpReply, type ScriptedHttp, startScriptedHttp } from '../../../support/scripted-http.ts';
import { memo, role, token, transactionOf, wallet } from '../../venues/chain-of.ts';
import { openVenueApi, type VenueApi } from './venue-api.ts';

const KINDS = ['PERPS', 'LENDING', 'STAKING', 'BRIDGE', 'EVM', 'EQUITY', 'OFFRAMP', 'FLASH'];
export const [USD, LST] = [pubkeyOf('usd'), pubkeyOf('lst')];
export const [usdAccount, lstAccount] = [pubkeyOf('usd account'), pubkeyOf('lst account')];
export const VENUE_PROGRAM = pubkeyOf('the program of a venue');
export const SOL = 1_000_000_000n;
/** Of one signature, and a priority fee that rounds up to a lamport. */
export const NETWORK_FEE = 5_001n;
/** What a wallet of one SOL has left after the fee and a new token account. */
export const LEFT = SOL - NETWORK_FEE - TOKEN_ACCOUNT_RENT;

/** The decisions of all tests of a file. */
export function decisionsOfVenues(): { readonly oltp: DecisionStore['oltp'] } {
  let store: DecisionStore;
  beforeAll(async () => {
    store = await embeddedDecisions();
  });
  afterAll(() => store[Symbol.asyncDispose]());
  return {
    get oltp() {
      return store.oltp;
    },
  };
}

interface Asked {
  readonly action: string;
  readonly owner: string;
  readonly parameters: Readonly<Record<string, string>>;
}

type Replies = (path: string, asked: Asked) => HttpReply;

export const json = (value: unknown): HttpReply => ({ status: 200, body: JSON.stringify(value) });

export const route = (asset: string, amount = '95', minimum = '94') => ({
  routes: [{ label: 'a pool', pays: [], receives: { asset, amount, minimum } }],
});

export const wantedBy = (parameters: Asked['parameters']) =>
  parameters.output_mint ?? (parameters.side === 'buy' ? parameters.equity_mint : parameters.payment_mint);

export const handingOff: Replies = (path, { parameters }) =>
  json(
    path === '/quote'
      ? route(wantedBy(parameters) ?? '', '1000', '995')
      : { kind: 'hand_off', url: 'https://127.0.0.1/orders/7' },
  );

export const built = (transaction: Uint8Array) =>
  json({ kind: 'transaction', transaction: Buffer.from(transaction).toString('base64') });

/** An API for each test at which every kind of venue is configured: one server, whose replies the test decides. */
export class VenueSuite {
  reply: Replies = handingOff;
  server!: ScriptedHttp;
  under!: VenueApi;
  readonly #decisions = decisionsOfVenues();

  readonly #more: Readonly<Record<string, string>>;

  /** @param more settings besides those of the venues */
  constructor(more: Readonly<Record<string, string>> = {}) {
    this.#more = more;
    beforeEach(async () => {
      this.reply = handingOff;
      this.server = await startScriptedHttp(({ path, body }) => this.reply(path, JSON.parse(body || '{}')));
      this.under = await this.open(this.environment());
    });
    afterEach(() => this.server[Symbol.asyncDispose]());
  }

  environment(): Readonly<Record<string, string>> {
    const settings = KINDS.flatMap((kind) => [
      [`VENUE_${kind}_URL`, this.server.url],
      [`VENUE_${kind}_PROGRAMS`, VENUE_PROGRAM],
    ]);
    return {
      ...Object.fromEntries(settings),
      VENUE_PERPS_TOKEN: 'a-token',
      EQUITY_MINTS: pubkeyOf('equity'),
      ...this.#more,
    };
  }

  open(
    environment: Readonly<Record<string, string>>,
    options?: Parameters<typeof openVenueApi>[2],
  ): Promise<VenueApi> {
    return openVenueApi(this.#decisions.oltp, environment, options);
  }

  /** A wallet that gives 1000 of one mint, and gets 95 of another. */
  swapping(): Uint8Array {
    const owner = this.under.owner.address;
    this.under.chain.before = new Map([
      [owner, wallet(SOL)],
      [usdAccount, token({ mint: USD, owner, amount: 5_000n })],
    ]);
    this.under.chain.after = new Map([
      [owner, wallet(LEFT)],
      [usdAccount, token({ mint: USD, owner, amount: 4_000n })],
      [lstAccount, token({ mint: LST, owner, amount: 95n })],
    ]);
    const roles = [role(owner, { signer: true }), role(usdAccount), role(lstAccount)];
    return transactionOf(owner, [memo(roles), { ...memo(roles), program: VENUE_PROGRAM }]);
  }
}
