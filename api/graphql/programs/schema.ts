import { GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { PROGRAM_READS } from '../../../schemas/reads/programs.ts';
import type { ProgramReads } from '../../read/programs/reads.ts';
import type { AccountType } from '../../read/programs/types.ts';
import {
  CALL_FIELD_NAMES,
  CALL_FIELDS,
  CALL_TYPE_NAMES,
  CALL_TYPES,
  callsField,
  namesField,
} from './calls.ts';
import { fieldName, lowerFirst, Names, typeName } from './names.ts';
import { accountField, accountsField, type ProgramField, sourceField } from './resolvers.ts';
import { changedField, changedSdl } from './subscriptions.ts';
import { type FieldResolvers, ValueTypes } from './value-types.ts';

type FieldResolver = ProgramField | FieldResolvers[string] | ReturnType<typeof changedField>;
type Resolvers = Record<string, Record<string, FieldResolver> | GraphQLScalarType>;

/** The part of the schema that comes from the IDLs of the followed programs. */
export interface ProgramsSchema {
  readonly sdl: string;
  readonly resolvers: Resolvers;
}

/** @param taken names of the schema's types and of its root fields, which programs do not get */
export function programsSchema(
  programs: ReadonlyMap<string, ProgramReads>,
  taken: Readonly<Record<'types' | 'fields' | 'subscriptions', readonly string[]>>,
): ProgramsSchema {
  const types = new Names([...taken.types, ...CALL_TYPE_NAMES, 'JSON']);
  const fields = new Names(taken.fields);
  const sdl = ['"Any JSON: what GraphQL has no type for."\nscalar JSON', CALL_TYPES];
  const query: Record<string, ProgramField> = {};
  const subscriptions = new Names(taken.subscriptions);
  const resolvers: Resolvers = { JSON: JSON_SCALAR, Query: query, Subscription: {} };
  for (const [name, reads] of programs) {
    const field = fields.take(fieldName(name));
    const built = programType(reads, { types, subscriptions, field });
    query[field] = { resolve: () => ({}), extensions: { program: name } };
    sdl.push(
      `extend type Query {\n  "Accounts of the program ${name}, at the slot of its own index."\n  ${field}: ${built.name}!\n}`,
      built.sdl,
    );
    Object.assign(resolvers, built.resolvers);
    Object.assign(resolvers.Subscription as object, built.changed);
  }
  return { sdl: sdl.join('\n\n'), resolvers };
}

const JSON_SCALAR = new GraphQLScalarType({
  name: 'JSON',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: valueFromASTUntyped,
});

interface Naming {
  readonly types: Names;
  readonly subscriptions: Names;
  /** The program's field of a query. */
  readonly field: string;
}

function programType(
  { program, types: accountTypes, calls }: ProgramReads,
  { types, subscriptions, field: prefix }: Naming,
) {
  const { name: program_ } = program;
  const name = types.take(`${typeName(program_)}Program`);
  const values = new ValueTypes(program_, types);
  const fields = new Names(['source', ...CALL_FIELD_NAMES]);
  const own: Record<string, ProgramField> = {
    source: sourceField(program_),
    instructions: callsField(program_, 'instruction'),
    instructionNames: namesField(program_, calls.instruction),
    events: callsField(program_, 'event'),
    eventNames: namesField(program_, calls.event),
  };
  const resolvers: Resolvers = { [name]: own };
  const lines = [
    '  "What the newest answer is exact at, or the one at an earlier slot."',
    `  source(\n    "Answers with the state exactly at this slot."\n    asOfSlot: Slot\n  ): Source`,
    CALL_FIELDS,
  ];
  const sdl: string[] = [];
  const changed: Record<string, ReturnType<typeof changedField>> = {};
  const changedLines: string[] = [];
  const { description } = PROGRAM_READS.listProgramAccounts.arguments.where;
  for (const type of accountTypes.values()) {
    const account = accountNode(type, program_, { types, values, resolvers });
    const one = lowerFirst(typeName(type.name));
    const [list, single] = [fields.take(`${one}Accounts`), fields.take(`${one}Account`)];
    own[list] = accountsField(program_, type.name);
    own[single] = accountField(program_, type.name);
    lines.push(rootFields(type.name, { list, single, node: account.name }));
    const following = changedSdl(program_, description, {
      ...{ field: subscriptions.take(`${prefix}${typeName(type.name)}Changed`), type: type.name },
      ...{ node: account.name, changes: types.take(`${account.name}Changes`) },
    });
    changed[following.field] = changedField(program_, type.name);
    changedLines.push(following.root);
    sdl.push(account.sdl, following.sdl);
  }
  if (changedLines.length > 0) sdl.push(`extend type Subscription {\n${changedLines.join('\n')}\n}`);
  const program__ = `"The program ${program.address}."\ntype ${name} {\n${lines.join('\n')}\n}`;
  return {
    name,
    sdl: [program__, ...sdl, ...values.sdl].join('\n\n'),
    resolvers: { ...resolvers, ...values.resolvers },
    changed,
  };
}

function rootFields(
  type: string,
  { list, single, node }: Readonly<Record<'list' | 'single' | 'node', string>>,
) {
  const { where, order_by: orderBy } = PROGRAM_READS.listProgramAccounts.arguments;
  return `  "Accounts of type ${type} that meet conditions, page by page."
  ${list}(
    "Most accounts on the page, 1 to 200."
    first: Int! = 50
    "Cursor of an earlier page: the page goes on behind it, at its slot."
    after: String
    ${JSON.stringify(where.description)}
    where: JSON
    ${JSON.stringify(orderBy.description)}
    orderBy: String
    "Answers with the state exactly at this slot."
    asOfSlot: Slot
  ): ${node}Connection
  "One account of type ${type}; null when it does not exist."
  ${single}(
    "Its address."
    address: Pubkey!
    "Answers with the state exactly at this slot."
    asOfSlot: Slot
  ): ${node}`;
}

interface Building {
  readonly types: Names;
  readonly values: ValueTypes;
  readonly resolvers: Resolvers;
}

/** What every account has, besides its fields. */
const SHARED = ['address', 'lamports', 'updatedSlot', 'undecodable'];

function accountNode(
  { name: type, of }: AccountType,
  program: string,
  { types, values, resolvers }: Building,
) {
  const name = types.take(typeName(program, type));
  const own: FieldResolvers = { updatedSlot: (account) => account?.updated_slot };
  resolvers[name] = own;
  const fields = of === undefined ? '' : dataFields(of.layout, values, own);
  const sdl = `"An account of type ${type}. Its fields are null if its bytes do not decode."
type ${name} {
  "Its address."
  address: Pubkey!
  "Lamports."
  lamports: BigUint!
  "The slot in which it last changed."
  updatedSlot: Slot!
  "Why its bytes do not decode; null if they do."
  undecodable: String
${fields}
}

"A page of accounts."
type ${types.take(`${name}Connection`)} {
  "The state that this page shows."
  source: Source!
  "Accounts that match, on all pages."
  totalCount: Count!
  "Accounts of this type whose bytes do not decode; they are not listed."
  undecodable: Count!
  "The accounts of the page."
  nodes: [${name}!]!
  "The accounts of the page, each with its cursor."
  edges: [${name}Edge!]!
  "How to get the next page."
  pageInfo: PageInfo!
}

"An account of a page."
type ${types.take(`${name}Edge`)} {
  "Continues the listing after this account."
  cursor: String!
  "The account."
  node: ${name}!
}`;
  return { name, sdl };
}

type AccountLayout = NonNullable<AccountType['of']>['layout'];

function dataFields(layout: AccountLayout, values: ValueTypes, into: FieldResolvers): string {
  if (layout.kind !== 'struct' || !layout.fields.named) {
    into.value = (account) => account?.data;
    return `  "The whole account."\n  value: JSON`;
  }
  const inData: FieldResolvers = {};
  const sdl = values.fieldsOf(layout.fields, SHARED, inData, false);
  for (const [field, read] of Object.entries(inData)) {
    into[field] = (account) => read(account?.data as Parameters<typeof read>[0]);
  }
  return sdl;
}
