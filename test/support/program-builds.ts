import { ESCROW_IDL, LAUNCH_CONFIG } from '../../idl/escrow.ts';
import { fieldOf } from '../../idl/layout.ts';
import { type Idl, parseIdl } from '../../idl/schema.ts';

const CAP = 'max_pledge_per_wallet';

/**
 * A deployed build of the escrow program (specification, versioning). Accounts do not show which build wrote
 * them, and need not: both have the same size and layout, and the older build's reserved zeros are the newer
 * one's cap, where zero means uncapped.
 */
export interface ProgramBuild {
  readonly name: 'capped' | 'uncapped';
  readonly enforcesWalletCap: boolean;
  /** Whether `finalize_launch` checks that the launch vault holds the allocation. */
  readonly checksVaultAllocation: boolean;
  readonly idl: Idl;
}

export const PROGRAM_BUILDS: readonly ProgramBuild[] = [
  { name: 'capped', enforcesWalletCap: true, checksVaultAllocation: true, idl: ESCROW_IDL },
  { name: 'uncapped', enforcesWalletCap: false, checksVaultAllocation: false, idl: withoutCap(ESCROW_IDL) },
];

/** The IDL of the build without the cap: the cap's bytes belong to the reserved tail. */
function withoutCap(idl: Idl): Idl {
  const reserved = fieldOf(LAUNCH_CONFIG, CAP).size + fieldOf(LAUNCH_CONFIG, 'tail').size;
  const types = idl.types.map((definition) => {
    if (definition.name !== LAUNCH_CONFIG.name) return definition;
    const fields = definition.type.fields
      .filter(({ name }) => name !== CAP)
      .map((field) => (field.name === 'tail' ? { ...field, type: { array: ['u8', reserved] } } : field));
    return { ...definition, type: { ...definition.type, fields } };
  });
  return parseIdl({ ...idl, types });
}
