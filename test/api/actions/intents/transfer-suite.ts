import { afterAll, beforeAll, beforeEach } from 'vitest';
import { buildersOf } from '../../../../api/actions/intents/builders/all.ts';
import { createAssembler } from '../../../../api/actions/transactions/assemble.ts';
import { feeOn } from '../../../../api/actions/transactions/fee.ts';
import type { Mirror } from '../../../../api/read/mirror.ts';
import { createState } from '../../../../api/state/state.ts';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import { TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import type { Idl } from '../../../../idl/schema.ts';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import { absent } from '../../../support/absent.ts';
import { type DecisionStore, embeddedDecisions } from '../../../support/decision-stores.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { type LocalnetWallet, localnetWallet } from '../../../support/localnet-wallet.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { type AgentApi, openAgentApi } from '../../support/agent-api.ts';
import { DeskUnderTest, type Told } from '../../support/agent-records-under-test.ts';
import { chainOf, mint, token, wallet } from '../../venues/chain-of.ts';

type Address = ReturnType<typeof pubkeyOf>;

export const MINT = pubkeyOf('a mint');
export const PROGRAM_OWNED = pubkeyOf('an account of a program');
export const FEE_WALLET = pubkeyOf('the fee wallet');
const FEE = { bps: 250, wallet: FEE_WALLET };
const SOL = 1_000_000_000n;

const holding = (owner: Address, amount: bigint) =>
  [associatedTokenAddress(owner, MINT), token({ mint: MINT, owner, amount })] as const;

/** What the token accounts of some recipients cost to be made. */
export const rentOf = (count: number) => ({ mint: NATIVE_MINT, amount: `${count * 2_039_280}` });
export const friends = (count: number, amount = '1') =>
  Array.from({ length: count }, (_, index) => ({ recipient: pubkeyOf(`friend ${index}`), amount }));

/** Agents that send tokens for an owner, over a chain of accounts that a test sets; a new owner for each test. */
export class TransferSuite {
  readonly chain = Object.assign(chainOf(), {
    blockHeight: async () => this.height,
    send: async (transaction: Uint8Array) => {
      this.sent.push(transaction);
      return undefined;
    },
  });
  /** What was sent to the chain. */
  readonly sent: Uint8Array[] = [];
  height = 1n;
  private owners = 0;
  private currentOwner: LocalnetWallet | undefined;
  private opened: { store: DecisionStore; api: AgentApi; agentRecords: DeskUnderTest } | undefined;

  async open(): Promise<void> {
    const store = await embeddedDecisions();
    const api = await openAgentApi(store.oltp, manualClock(Date.UTC(2026, 9, 1, 12)));
    this.opened = { store, api, agentRecords: new DeskUnderTest(api, store) };
    const { chain } = this;
    const { agentWallets } = createState(store.oltp);
    const { controls } = api.context.control;
    const mirror = absent<Pick<Mirror, 'ask'>>('mirror');
    const building = { mirror, chain, idlOf: () => absent<Idl>('idl'), agentWallets, controls };
    Object.assign(api.context.intents, {
      ...{ chain, building, builders: buildersOf(building) },
      assembler: createAssembler({ chain, computeUnitPrice: 0n, known: async () => undefined }),
      feeOn: (outflow: Parameters<typeof feeOn>[2]) => feeOn(chain, FEE, outflow),
    });
  }

  async close(): Promise<void> {
    await this.opened?.store[Symbol.asyncDispose]();
  }

  private get under() {
    return this.opened ?? absent<NonNullable<typeof this.opened>>('suite');
  }

  get api(): AgentApi {
    return this.under.api;
  }

  get agentRecords(): DeskUnderTest {
    return this.under.agentRecords;
  }

  get store(): DecisionStore {
    return this.under.store;
  }

  get owner(): LocalnetWallet {
    return this.currentOwner ?? absent<LocalnetWallet>('owner');
  }

  /** Another owner, and a chain on which nothing was sent yet. */
  another(): void {
    this.owners += 1;
    this.currentOwner = localnetWallet(1_000 + this.owners);
    [this.height, this.sent.length] = [1n, 0];
    this.stand();
  }

  /** The owner holds 10,000 of the mint; the fee wallet holds some where it has an account. */
  stand(feeAccount = true): void {
    const accounts = new Map([
      [MINT, mint(6)],
      [this.owner.address, wallet(SOL)],
      [PROGRAM_OWNED, wallet(SOL, { owner: TOKEN_PROGRAM_ID })],
      holding(this.owner.address, 10_000n),
      ...(feeAccount ? [holding(FEE_WALLET, 5n)] : []),
    ]);
    [this.chain.before, this.chain.after] = [accounts, accounts];
  }

  /** Gives a wallet an empty account for the mint. */
  has(owner: Address): void {
    this.chain.before = new Map([...this.chain.before, holding(owner, 0n)]);
  }

  readonly call = (name: string, raw: object): Promise<Told> => this.agentRecords.call(this.owner, name, raw);
  readonly send = (amount: string, more: object = {}) =>
    this.call('send_token_social', { recipient: pubkeyOf('friend 0'), mint: MINT, amount, ...more });
  readonly bulk = (recipients: readonly object[], more: object = {}) =>
    this.call('bulk_send_social', { mint: MINT, recipients, ...more });
  readonly confirm = async (amount: string): Promise<Told> => {
    const { plan } = await this.send(amount);
    return (await this.send(amount, { confirm: true, plan_id: plan.plan_id })).intent;
  };
  /** The owner asks for something of an intent. */
  readonly ask = (id: string, what: string, body: object = {}) =>
    this.api.asOwner(this.owner.address, 'POST', `/intents/${id}/${what}/`, body);
  readonly listed = async () => (await this.api.asOwner(this.owner.address, 'GET', '/intents/')).json.results;
  /** What the owner has registered, as an earlier version stored it. */
  readonly registered = (set: readonly object[]) =>
    this.store.oltp.run(
      `INSERT INTO wallet_controls (owner, counterparties, updated_at) VALUES ($1, $2::jsonb, now())
      ON CONFLICT (owner) DO UPDATE SET counterparties = excluded.counterparties`,
      [this.owner.address, JSON.stringify(set)],
    );
}

/** Opens it around the tests of the file in which it is called. */
export function transferSuite(): TransferSuite {
  const suite = new TransferSuite();
  beforeAll(() => suite.open());
  afterAll(() => suite.close());
  beforeEach(() => suite.another());
  return suite;
}
