import { createClient } from '@clickhouse/client';
import { type Idl as AnchorIdl, type BN, BorshAccountsCoder, utils, type web3 } from '@coral-xyz/anchor';
import { createChdbConnection } from 'chdb/connection';
import type { SubscribeUpdate } from '../../../core/kernel/geyser.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { requestOf } from '../../support/geyser-request.ts';
import { connectOfficialClient } from '../../support/official-client.ts';
import { type Course, digestSql, type Result } from './contender.ts';
import { TOTAL_UPDATES, WARM_UPDATES } from './plan.ts';

/** The largest batch that the engine's manual calls usual. */
const BATCH_ROWS = 10_000;

const TABLE = `CREATE TABLE pledges
(
  launch_id UInt64, pledger String, amount UInt64, tokens_released UInt64, refunded UInt8, pledged_ts Int64,
  address String, slot UInt64, write_version UInt64, signature String
)
ENGINE = ReplacingMergeTree ORDER BY (launch_id, pledger, slot)`;

interface Pledge {
  readonly launch_id: BN;
  readonly pledger: web3.PublicKey;
  readonly amount: BN;
  readonly tokens_released: BN;
  readonly refunded: boolean;
  readonly pledged_ts: BN;
}

/** The path as the manuals of its parts show it: official client, Anchor's coder, bs58, rows as objects. */
export async function runOfficial({ endpoint, directory, gauge, go }: Course): Promise<Result> {
  const store = createClient({ connection: createChdbConnection({ path: directory }) as never });
  await store.command({ query: TABLE });
  const stream = await subscribe(endpoint);
  const finished = Promise.withResolvers<void>();
  let rows: object[] = [];
  let stored = 0;
  const flush = async (): Promise<void> => {
    stream.pause();
    await store.insert({ table: 'pledges', values: rows, format: 'JSONEachRow' });
    stored += rows.length;
    rows = [];
    if (stored === WARM_UPDATES) {
      gauge.start();
      go();
    }
    if (stored === TOTAL_UPDATES) finished.resolve();
    stream.resume();
  };
  stream.on('data', (update: SubscribeUpdate) => {
    const row = rowOf(update);
    if (row && rows.push(row) === BATCH_ROWS) flush().catch(finished.reject);
  });
  stream.on('error', finished.reject);
  await finished.promise;
  const measured = gauge.stop();
  const answer = await store.query({
    query: digestSql('pledges', (column) => column),
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ digest: string }>();
  return { ...measured, digest: found?.digest ?? '' };
}

async function subscribe(endpoint: string) {
  const client = await connectOfficialClient(endpoint);
  return client.subscribe(requestOf({ accounts: { program: { owner: [LOCALNET_PROGRAM_ID] } } }));
}

const coder = new BorshAccountsCoder(ESCROW_IDL as AnchorIdl);
const { bs58 } = utils.bytes;

function rowOf({ account: update }: SubscribeUpdate): object | undefined {
  const account = update?.account;
  if (!account) return undefined;
  const pledge = coder.decode<Pledge>('Pledge', Buffer.from(account.data));
  return {
    launch_id: pledge.launch_id.toString(),
    pledger: pledge.pledger.toBase58(),
    amount: pledge.amount.toString(),
    tokens_released: pledge.tokens_released.toString(),
    refunded: pledge.refunded ? 1 : 0,
    pledged_ts: pledge.pledged_ts.toString(),
    address: bs58.encode(account.pubkey),
    slot: update.slot,
    write_version: account.writeVersion,
    signature: bs58.encode(account.txnSignature ?? new Uint8Array(64)),
  };
}
