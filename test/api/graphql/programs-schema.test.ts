import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isObjectType, printSchema, validateSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { graphqlSchema, schemaWithPrograms } from '../../../api/graphql/schema/build.ts';
import { callTypesOf } from '../../../api/read/programs/calls/types.ts';
import type { ProgramReads } from '../../../api/read/programs/reads.ts';
import { accountTypesOf } from '../../../api/read/programs/types.ts';
import { defineProgram } from '../../../idl/anchor/program.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { DESK_IDL } from '../programs/support/desk-idl.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/idls');
const files = readdirSync(FIXTURES).filter((file) => file.endsWith('.json'));

function schemaOf(...idls: readonly (readonly [name: string, text: string])[]) {
  const programs = idls.map(([name, idlText]) => {
    const program = defineProgram({ name, address: pubkeyOf(name), idlText });
    const reads = { program, types: accountTypesOf(program), calls: callTypesOf(program) };
    return [name, reads as ProgramReads] as const;
  });
  return schemaWithPrograms(new Map(programs));
}

function fieldsOf(schema: ReturnType<typeof schemaOf>, name: string): string[] {
  const type = schema.getType(name);
  return isObjectType(type)
    ? Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`)
    : [];
}

describe('the schema with programs', () => {
  test.each(files)('has every account type of %s', (file) => {
    const schema = schemaOf(['tried', readFileSync(join(FIXTURES, file), 'utf8')]);
    expect(validateSchema(schema)).toEqual([]);
    const roots = fieldsOf(schema, 'TriedProgram').filter((field) => /Accounts: /.test(field));
    const idl = JSON.parse(readFileSync(join(FIXTURES, file), 'utf8'));
    expect(roots.length).toBe((idl.accounts ?? []).length);
  });

  test('changes nothing of the one without', () => {
    const schema = schemaOf(['desk', JSON.stringify(DESK_IDL)]);
    const without = buildSchema(printSchema(graphqlSchema()));
    for (const [name, type] of Object.entries(without.getTypeMap())) {
      if (['Query', 'Subscription'].includes(name) || !isObjectType(type)) continue;
      expect(fieldsOf(schema, name)).toEqual(fieldsOf(without, name));
    }
    expect(fieldsOf(schema, 'Query')).toEqual([...fieldsOf(without, 'Query'), 'desk: DeskProgram!']);
    expect(fieldsOf(schema, 'Subscription')).toEqual([
      ...fieldsOf(without, 'Subscription'),
      ...['deskOrderChanged: DeskOrderChanges', 'deskNotesChanged: DeskNotesChanges'],
    ]);
  });

  test('gives a program another field and other types where the names are taken', () => {
    const text = JSON.stringify(DESK_IDL);
    const schema = schemaOf(['launch', text], ['launch_', text], ['pledge', text]);
    const own = fieldsOf(schema, 'Query').filter((field) => /Program_*!$/.test(field));
    expect(own).toEqual(['launch_: LaunchProgram!', 'launch__: LaunchProgram_!', 'pledge: PledgeProgram!']);
  });

  test('has a type for each shape, and JSON for what GraphQL has none for', () => {
    expect(fieldsOf(schemaOf(['desk', JSON.stringify(DESK_IDL)]), 'DeskOrder')).toMatchInlineSnapshot(`
      [
        "address: Pubkey!",
        "lamports: BigUint!",
        "updatedSlot: Slot!",
        "undecodable: String",
        "owner: Pubkey",
        "level: Int",
        "offset: Int",
        "amount: BigUint",
        "balance: BigInt",
        "total: BigUint",
        "ratio: JSON",
        "price: JSON",
        "open: Boolean",
        "label: String",
        "seal: String",
        "note: String",
        "side: DeskSide",
        "state: JSON",
        "fees: DeskFees",
        "limit: BigUint",
        "delegate: Pubkey",
        "lastSide: DeskSide",
        "lastState: JSON",
        "lastFees: DeskFees",
        "pair: JSON",
        "legs: [DeskFees!]",
        "slot: BigUint",
        "closed: Boolean",
      ]
    `);
  });
});
