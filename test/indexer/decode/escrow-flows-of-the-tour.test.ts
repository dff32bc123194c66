import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { escrowAddress } from '../../../fixtures/localnet/program/escrow/addresses.ts';
import { createTour } from '../../../fixtures/localnet/scenarios/tour.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { escrowFlows } from '../../../indexer/decode/escrow-flows.ts';
import { launchesAt, sum } from '../../fixtures/localnet/support/launches.ts';
import { type NaiveFlow, naiveFlows } from '../../support/flows/naive-flows.ts';
import { scannedTransaction } from '../../support/flows/scanned-transaction.ts';

const SLOTS = 350;
const chain = new Chain({ seed: 'flows', scenario: createTour('flows'), keepHistory: true });
chain.advance(SLOTS);
const slots = chain.blocks.all.map(({ block }) => block.slot);
const last = chain.heads.processed;
const launchIds = [...launchesAt(chain, last).keys()];
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? new Uint8Array(32)).toString('hex');
const escrows = new Map(launchIds.map((id) => [hex(escrowAddress(id).address), id]));
const rules = {
  programId: pubkeyBytes(LOCALNET_PROGRAM_ID),
  launchOf: (key: Uint8Array) => escrows.get(hex(key)),
};

/** Every flow of the chain, read off the wire as the indexer does. */
const flows: NaiveFlow[] = chain.blocks.all
  .flatMap(({ block }) => block.transactions)
  .flatMap((executed) => {
    const transaction = scannedTransaction(executed);
    return escrowFlows(transaction, rules).map(({ wallet, mint, ...flow }) => ({
      ...flow,
      slot: transaction.slot,
      signature: hex(transaction.signature),
      wallet: hex(wallet),
      mint: hex(mint),
      blockTime: executed.blockTime,
    }));
  });
const signed = ({ direction, amount }: NaiveFlow) => (direction === 'in' ? amount : -amount);

describe('the flows of the tour', () => {
  test('are what the states of the accounts and the names of the instructions tell', () => {
    expect(new Set(flows.map(({ kind }) => kind))).toEqual(
      new Set(['pledge', 'refund', 'collection', 'transfer']),
    );
    expect(flows).toEqual(naiveFlows(chain, launchIds, 0n, last));
  });

  test('add up to the balance of each escrow at every slot', () => {
    for (const slot of slots) {
      for (const [id, { escrow }] of launchesAt(chain, slot)) {
        const moved = flows.filter((flow) => flow.launchId === id && flow.slot <= slot);
        expect(sum(moved.map(signed))).toBe(escrow ?? 0n);
      }
    }
  });

  test('reconcile with every Pledge: what was pledged, and what was given back', () => {
    for (const slot of [100n, 250n, last]) {
      for (const [id, { pledges }] of launchesAt(chain, slot)) {
        for (const { pledger, amount, refunded } of pledges) {
          const own = (kind: string) =>
            sum(
              flows
                .filter((flow) => flow.launchId === id && flow.slot <= slot && flow.kind === kind)
                .filter(({ wallet }) => wallet === hex(pledger))
                .map((flow) => flow.amount),
            );
          // What was withdrawn while the launch was open went out and left no trace in the Pledge that came after.
          expect(own('pledge') - own('refund')).toBe(refunded ? 0n : amount);
        }
      }
    }
  });
});
