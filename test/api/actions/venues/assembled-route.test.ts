import { describe, expect, test } from 'vitest';
import { networkFee } from '../../../../api/actions/transactions/fee.ts';
import { readMessage, readTransaction } from '../../../../api/actions/transactions/message.ts';
import { assembledRoute, fitsIntoPacket } from '../../../../api/actions/venues/assembled-route.ts';
import type { VenueInstructions } from '../../../../api/venues/venue.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { chainOf, memo, role } from '../../venues/chain-of.ts';
import { owner, pool, thief, usdAccount } from './venue-transactions.ts';

const table = pubkeyOf('a lookup table');
const ROUTE: VenueInstructions = {
  kind: 'instructions',
  instructions: [memo([role(owner, { signer: true }), role(usdAccount), role(pool)])],
  unitPrice: 2_000_000n,
  tables: new Map([[table, [thief, pool]]]),
};
const FOR = { venue: 'jupiter', owner };

const read = (transaction: Uint8Array | undefined) => {
  const received = readTransaction(transaction ?? new Uint8Array());
  return received && readMessage(received.message);
};
const budgetOf = (transaction: Uint8Array | undefined) =>
  read(transaction)
    ?.instructions.slice(0, 2)
    .map(({ data }) => Buffer.from(data).toString('hex'));

describe('a transaction of the instructions of a venue', () => {
  test('is paid and signed by its owner, and loads from lookup tables what they have', async () => {
    const route = read(await assembledRoute(chainOf(), ROUTE, FOR));

    expect(route?.signers).toEqual([owner]);
    expect(route?.lookups).toEqual([{ table, writableIndexes: [1], readonlyIndexes: [] }]);
    expect(route?.writable).toEqual([owner, usdAccount]);
    expect(route?.instructions.at(-1)?.data).toEqual(Uint8Array.from(ROUTE.instructions[0]?.data ?? []));
  });

  test('has a fifth more units than a trial with the most used, at the price of the venue', async () => {
    const chain = chainOf();

    const transaction = await assembledRoute(chain, ROUTE, FOR);

    const [most, price] = ['02c05c1500', '0380841e0000000000'];
    expect(budgetOf(chain.simulated[0]?.transaction)).toEqual([most, price]);
    expect(budgetOf(transaction)).toEqual([`02${u32(7_000)}`, price]);
  });

  test('pays a million lamports for priority at most', async () => {
    const greedy = { ...ROUTE, unitPrice: 2n ** 63n };

    const message = read(await assembledRoute(chainOf(), greedy, FOR));

    expect(message && networkFee(message)).toBe(1_005_000n);
  });

  test('fits into a packet, or is known not to before anything is simulated', () => {
    const [first] = ROUTE.instructions;
    const long = { ...ROUTE, instructions: first ? [{ ...first, data: new Uint8Array(1_200) }] : [] };
    expect([fitsIntoPacket(ROUTE, owner), fitsIntoPacket(long, owner)]).toEqual([true, false]);
  });

  test('is refused if another wallet would have to sign it', async () => {
    const chain = chainOf();
    const shared = { ...ROUTE, instructions: [memo([role(owner), role(thief, { signer: true })])] };

    await expect(assembledRoute(chain, shared, FOR)).rejects.toMatchObject({
      code: 'VENUE_TRANSACTION_REFUSED',
      context: { reason: 'another wallet would have to sign it as well' },
    });
    expect(chain.simulated).toEqual([]);
  });

  test('is refused if it does not fit into a packet', async () => {
    const large = { ...ROUTE, instructions: [{ ...memo([]), data: new Uint8Array(1_232) }] };

    await expect(assembledRoute(chainOf(), large, FOR)).rejects.toMatchObject({
      code: 'VENUE_TRANSACTION_REFUSED',
      context: { reason: 'it does not fit into a packet' },
    });
  });

  test('is not made if it fails on trial', async () => {
    const chain = chainOf();
    chain.error = { InstructionError: [0, { Custom: 6_001 }] };

    await expect(assembledRoute(chain, ROUTE, FOR)).rejects.toMatchObject({ code: 'SIMULATION_FAILED' });
    expect(chain.simulated).toHaveLength(1);
  });
});

function u32(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('hex');
}
