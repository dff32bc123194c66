import { Connection, PublicKey } from '@solana/web3.js';
import type { ClientDuplexStream } from '@triton-one/yellowstone-grpc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geyser, type SubscribeUpdate } from '../../core/kernel/geyser.ts';
import { TOKEN_PROGRAM } from '../../fixtures/localnet/keys/well-known.ts';
import { base58Of, hexOf } from '../support/chain/chain-state.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { requestOf } from '../support/geyser-request.ts';
import { chainStateAt } from '../support/index-check/compare.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { type AccountStates, indexBound, indexStateAt } from '../support/index-check/index-state.ts';
import { connectOfficialClient, type OfficialClient } from '../support/official-client.ts';
import { playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { PROGRAM } from '../support/verifier/launch-bytes.ts';
import { waitFor } from '../support/wait-for.ts';

const { CommitmentLevel } = geyser;
const CONFIRMED_STATUS = 1;

/** What a program that uses the official client keeps of the stream: the newest write of each account. */
class OfficialFollower {
  readonly #accounts = new Map<string, { slot: bigint; version: bigint; lamports: bigint; data: string }>();
  readonly #stream: ClientDuplexStream;
  confirmed = 0n;
  failure: unknown;

  private constructor(stream: ClientDuplexStream) {
    this.#stream = stream;
    stream.on('data', (update: SubscribeUpdate) => this.#take(update));
    stream.on('error', (error: unknown) => {
      this.failure = error;
    });
  }

  static async follow(client: OfficialClient, accounts: readonly string[]): Promise<OfficialFollower> {
    const request = requestOf({
      accounts: { program: { owner: [PROGRAM.toBase58()] }, tokens: { account: [...accounts] } },
      slots: { slots: { filterByCommitment: true } },
      blocksMeta: { blocks: {} },
      commitment: CommitmentLevel.CONFIRMED,
    });
    return new OfficialFollower(await client.subscribe(request));
  }

  /** The accounts that it saw written since it began, as they stand now. */
  get seen(): ReadonlyMap<string, string> {
    return new Map([...this.#accounts].map(([key, { lamports, data }]) => [key, `${lamports} ${data}`]));
  }

  close(): void {
    this.#stream.destroy();
  }

  #take({ account, slot }: SubscribeUpdate): void {
    if (slot?.status === CONFIRMED_STATUS) this.confirmed = BigInt(slot.slot);
    const write = account?.account;
    if (!account || !write) return;
    const key = hexOf(write.pubkey);
    const known = this.#accounts.get(key);
    const at = { slot: BigInt(account.slot), version: BigInt(write.writeVersion) };
    if (known && (known.slot > at.slot || (known.slot === at.slot && known.version > at.version))) return;
    const lamports = BigInt(write.lamports);
    this.#accounts.set(key, { ...at, lamports, data: lamports === 0n ? '' : hexOf(write.data) });
  }
}

describe('the official clients and the index over one chain', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let index: RunningIndex;
  let official: OfficialFollower;
  let state: AccountStates;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'clients' });
    index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: 80 });
    const tokens = [...chainStateAt(live.chain, live.confirmed)]
      .filter(([, { kind }]) => kind !== 'launch' && kind !== 'pledge')
      .map(([address]) => address);
    const client = await connectOfficialClient(live.grpcUrl);
    official = await OfficialFollower.follow(client, tokens.map(base58Of));
    const { chain } = live;
    await waitFor(
      () => {
        if (official.confirmed > 0n) return true;
        chain.advance();
        return false;
      },
      { what: 'the official client to follow' },
    );
    await playInStep(live, index, { until: 300 });
    await waitFor(() => official.confirmed === live.confirmed, { what: 'the official client to catch up' });
    const bound = await indexBound(index.olap.scanner);
    if (!bound) throw new Error('the index has no checkpoint');
    state = await indexStateAt(index.olap.scanner, bound);
  });
  afterAll(async () => {
    official?.close();
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  test('see the same accounts by the official Yellowstone client', () => {
    expect(official.failure).toBeUndefined();
    expect(official.seen.size).toBeGreaterThan(150);
    const indexed = [...official.seen.keys()].map((key) => {
      const account = state.get(key);
      return [key, account ? `${account.lamports} ${account.data}` : '0 '];
    });
    // An owner filter shows no account that has left its owner: a Pledge that was closed stays as it was for the client.
    const chain = chainStateAt(live.chain, live.confirmed);
    const told = [...official.seen].map(([key, bytes]) => [key, chain.has(key) ? bytes : '0 ']);
    expect(new Map(indexed as [string, string][])).toEqual(new Map(told as [string, string][]));
  });

  test('see the same accounts by web3.js', async () => {
    const connection = new Connection(live.rpcUrl, 'confirmed');
    const { context, value } = await connection.getProgramAccounts(PROGRAM, { withContext: true });
    expect(BigInt(context.slot)).toBe(live.confirmed);
    const theirs = value.map(({ pubkey, account }) => [
      hexOf(pubkey.toBytes()),
      `${account.lamports} ${hexOf(account.data)}`,
    ]);
    const ours = [...state]
      .filter(([, { kind }]) => kind === 'launch' || kind === 'pledge')
      .map(([key, { lamports, data }]) => [key, `${lamports} ${data}`]);
    expect(new Map(theirs as [string, string][])).toEqual(new Map(ours as [string, string][]));
  });

  test('see the same balances by web3.js', async () => {
    const connection = new Connection(live.rpcUrl, 'confirmed');
    const accounts = [...state].filter(([, { kind }]) => kind === 'escrow' || kind === 'vault');
    expect(accounts.length).toBeGreaterThan(8);
    for (const [key, { data }] of accounts) {
      const address = new PublicKey(Buffer.from(key, 'hex'));
      const { value } = await connection.getTokenAccountBalance(address);
      expect(value.amount).toBe(Buffer.from(data, 'hex').readBigUInt64LE(64).toString());
      const info = await connection.getAccountInfo(address);
      expect(hexOf(info?.owner.toBytes() ?? new Uint8Array())).toBe(hexOf(TOKEN_PROGRAM));
      expect(hexOf(info?.data ?? new Uint8Array())).toBe(data);
    }
  });

  test('leave the index equal to the chain', async () => {
    await expectEqual({ olap: index.olap, chain: live.chain });
  });
});
