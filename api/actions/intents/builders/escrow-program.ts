import { readFileSync } from 'node:fs';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../../idl/escrow.ts';
import {
  instructionAccounts,
  instructionData,
  instructionLayout,
  instructionLayouts,
} from '../../../../idl/instructions.ts';
import localnet from '../../../../idl/localnet.json' with { type: 'json' };
import { LOCALNET_PROGRAM_ID } from '../../../../idl/localnet.ts';
import { type Idl, parseIdl } from '../../../../idl/schema.ts';
import type { KnownProgram } from '../../transactions/programs.ts';
import type { Instruction, TokenAmount } from '../draft.ts';

const SETTING = 'ESCROW_IDL';

/** The IDL of a program: the configured one, otherwise a known one. */
export type IdlOf = (programId: Pubkey) => Idl;

/** @throws IDL_MALFORMED, SETTING_MALFORMED */
export function configuredIdl(path: string | undefined): IdlOf {
  if (path !== undefined) {
    const set = readIdl(path);
    return () => set;
  }
  const ofLocalChain = parseIdl(localnet);
  return (programId) => (programId === LOCALNET_PROGRAM_ID ? ofLocalChain : ESCROW_IDL);
}

function readIdl(path: string): Idl {
  try {
    return parseIdl(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof LaunchlensError) throw error;
    throw new LaunchlensError(
      'SETTING_MALFORMED',
      { name: SETTING, expected: 'a file with an Anchor IDL' },
      error,
    );
  }
}

/** Used to decode the program's instructions and errors. */
export function knownProgram(idl: Idl, address: Pubkey): KnownProgram {
  const { metadata, errors = [] } = idl;
  return {
    address,
    name: metadata.name,
    instructions: instructionLayouts(idl),
    errors: new Map(errors.map(({ code, name, msg }) => [code, (msg ?? name).replace(/\.$/, '')])),
  };
}

export interface EscrowCall {
  readonly programId: Pubkey;
  readonly instruction: string;
  readonly launchId: bigint;
  readonly pledger: Pubkey;
  /** The pledger's token account that pays or receives. */
  readonly tokens: Pubkey;
  readonly args?: Readonly<Record<string, bigint>>;
  readonly moves?: TokenAmount;
}

/** An instruction of the escrow program for one pledger. @throws BUILDER_MISSING, IDL_INSTRUCTION_INCOMPLETE */
export function escrowInstruction(idl: Idl, call: EscrowCall): Instruction {
  const { programId, instruction, launchId, pledger, tokens, args = {}, moves } = call;
  const layout = instructionLayout(idl, instruction);
  if (layout === undefined) {
    throw new LaunchlensError('BUILDER_MISSING', {
      what: `The instruction ${instruction}`,
      setting: SETTING,
    });
  }
  const accounts = instructionAccounts(layout, {
    ...{ programId, args },
    accounts: { pledger, pledger_token_account: tokens },
    fields: { 'launch_config.launch_id': launchId },
  });
  return {
    program: programId,
    accounts: accounts.map(({ address, signer, writable }) => ({ address, signer, writable })),
    data: instructionData(layout, args),
    moves,
  };
}
