import { describe, expect, test } from 'vitest';
import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { type AccountLayout, fieldOf } from '../../../idl/layout.ts';
import { EscrowLedger } from '../../../indexer/audit/invariants.ts';
import { launchTerms } from '../../../indexer/audit/launch-keys.ts';
import { LAUNCH_STATUSES } from '../../../schemas/launch-statuses.ts';

type Values = Readonly<Record<string, bigint>>;

function bytesOf(layout: AccountLayout, values: Values): Buffer {
  const data = Buffer.alloc(layout.size);
  data.set(layout.discriminator);
  for (const [name, value] of Object.entries(values)) {
    const { offset, size } = fieldOf(layout, name);
    let rest = value;
    for (let at = 0; at < size; at += 1, rest >>= 8n) data[offset + at] = Number(rest & 0xffn);
  }
  return data;
}

const launch = (values: Values): Buffer => bytesOf(LAUNCH_CONFIG, { launch_id: 7n, status: 1n, ...values });
const pledge = (amount: bigint, refunded = 0n): Buffer =>
  bytesOf(PLEDGE, { launch_id: 7n, amount, refunded });

function checkOf(config: Buffer, pledges: readonly Buffer[], balance: bigint | undefined) {
  const ledger = new EscrowLedger();
  for (const data of [...pledges, config]) ledger.add(data);
  const token = Buffer.alloc(165);
  token.writeBigUInt64LE(balance ?? 0n, 64);
  ledger.outside(launchTerms(config)?.escrow ?? '', balance === undefined ? undefined : token);
  const [check] = ledger.checks();
  if (!check) throw new Error('no launch');
  return check;
}

const status = (name: (typeof LAUNCH_STATUSES)[number]): bigint => BigInt(LAUNCH_STATUSES.indexOf(name));

describe('the escrow invariants', () => {
  test('hold where pledges, counts and the escrow fit together', () => {
    const config = launch({ total_pledged: 30n, pledger_count: 2n });
    expect(checkOf(config, [pledge(10n), pledge(20n)], 30n)).toMatchObject({ broken: [], surplus: 0n });
  });

  test('name what breaks', () => {
    const config = launch({ total_pledged: 31n, pledger_count: 3n });
    const check = checkOf(config, [pledge(10n), pledge(20n)], 29n);
    expect(check.broken).toEqual(['sum_of_pledges', 'pledger_count', 'escrow_balance']);
  });

  test('let a refunded pledge stay counted and leave the escrow', () => {
    const config = launch({ status: status('failed'), total_pledged: 30n, pledger_count: 2n });
    const pledges = [pledge(10n, 1n), pledge(20n)];
    expect(checkOf(config, pledges, 20n)).toMatchObject({ broken: [], escrowRequired: 20n });
    expect(checkOf(config, pledges, 19n).broken).toEqual(['escrow_balance']);
  });

  test('report a surplus of unknown origin without failing, before and after a launch is finalized', () => {
    const open = launch({ total_pledged: 10n, pledger_count: 1n });
    const finalized = launch({ status: status('finalized'), total_pledged: 10n, pledger_count: 1n });
    expect(checkOf(open, [pledge(10n)], 13n)).toMatchObject({ broken: [], surplus: 3n });
    expect(checkOf(finalized, [pledge(10n)], 0n).broken).toEqual([]);
    expect(checkOf(finalized, [pledge(10n)], undefined).broken).toEqual([]);
    expect(checkOf(finalized, [pledge(10n)], 1n)).toMatchObject({ broken: [], surplus: 1n });
  });

  test('want an escrow where something is pledged', () => {
    const config = launch({ total_pledged: 10n, pledger_count: 1n });
    expect(checkOf(config, [pledge(10n)], undefined).broken).toEqual(['escrow_balance']);
  });

  test('pass over what is no account of a known layout', () => {
    const ledger = new EscrowLedger();
    ledger.add(Buffer.alloc(343));
    ledger.add(launch({ status: 9n }));
    expect(ledger.checks()).toEqual([]);
  });
});
