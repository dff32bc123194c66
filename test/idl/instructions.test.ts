import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { internAddress } from '../../fixtures/localnet/keys/address.ts';
import type { Instruction } from '../../fixtures/localnet/ledger/instruction.ts';
import {
  claimInstruction,
  pledgeInstruction,
  refundInstruction,
} from '../../fixtures/localnet/program/escrow/instructions.ts';
import {
  instructionAccounts,
  instructionArguments,
  instructionData,
  instructionLayout,
} from '../../idl/instructions.ts';
import localnet from '../../idl/localnet.json' with { type: 'json' };
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { parseIdl } from '../../idl/schema.ts';
import { U64_MAX } from '../../schemas/u64.ts';

const idl = parseIdl(localnet);
const u64 = fc.bigInt({ min: 0n, max: U64_MAX });
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(pubkeyFromBytes);
const address = (text: Pubkey) => internAddress(pubkeyBytes(text));

function layoutOf(name: string) {
  const layout = instructionLayout(idl, name);
  if (!layout) throw new Error(`the IDL has no ${name}`);
  return layout;
}

function shown({ accounts, data }: Instruction) {
  return {
    data: Buffer.from(data).toString('hex'),
    accounts: accounts.map((one) => ({
      address: pubkeyFromBytes(one.address),
      signer: one.signer,
      writable: one.writable,
    })),
  };
}

function byIdl(
  name: string,
  { launchId, pledger, tokens }: { launchId: bigint; pledger: Pubkey; tokens: Pubkey },
  args: Record<string, bigint> = {},
) {
  const layout = layoutOf(name);
  const accounts = instructionAccounts(layout, {
    ...{ programId: LOCALNET_PROGRAM_ID, args },
    accounts: { pledger, pledger_token_account: tokens },
    fields: { 'launch_config.launch_id': launchId },
  });
  return {
    data: Buffer.from(instructionData(layout, args)).toString('hex'),
    accounts: accounts.map(({ name: _name, ...account }) => account),
  };
}

describe('instructions by the IDL', () => {
  test('are byte for byte those that the local chain’s own launches are played with', () => {
    fc.assert(
      fc.property(u64, u64, key, key, (launchId, amount, pledger, tokens) => {
        const parties = { launchId, pledger, tokens };
        const own = { launchId, pledger: address(pledger), tokens: address(tokens) };
        expect(byIdl('pledge', parties, { amount })).toEqual(shown(pledgeInstruction(own, amount)));
        expect(byIdl('claim_tokens', parties)).toEqual(shown(claimInstruction(own)));
        expect(byIdl('refund_pledge', parties)).toEqual(shown(refundInstruction(own)));
      }),
      { numRuns: 25 },
    );
  });

  test('read back as what they were made of, and from nothing else', () => {
    const layout = layoutOf('pledge');
    fc.assert(
      fc.property(u64, (amount) => {
        const data = instructionData(layout, { amount });
        expect(instructionArguments(layout, data)).toEqual(new Map([['amount', amount]]));
        expect(instructionArguments(layoutOf('claim_tokens'), data)).toBeUndefined();
        expect(instructionArguments(layout, data.subarray(0, -1))).toBeUndefined();
      }),
    );
  });

  test('are refused where something is missing or out of range, and never filled up', () => {
    const layout = layoutOf('pledge');
    expect(() => instructionData(layout, {})).toThrow('needs amount');
    expect(() => instructionData(layout, { amount: U64_MAX + 1n })).toThrow();
    expect(() => instructionData(layout, { amount: -1n })).toThrow();
    const values = { programId: LOCALNET_PROGRAM_ID, args: {}, accounts: {}, fields: {} };
    expect(() => instructionAccounts(layout, values)).toThrow('needs pledger');
    expect(instructionLayout(idl, 'steal')).toBeUndefined();
  });
});
