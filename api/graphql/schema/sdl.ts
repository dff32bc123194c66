import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { camelCase } from '../../../schemas/letter-case.ts';
import { flow } from '../../../schemas/rest/flows.ts';
import { launch } from '../../../schemas/rest/launch.ts';
import { launchChangesAnswer } from '../../../schemas/rest/launch-changes.ts';
import { gateLeg, launchGate } from '../../../schemas/rest/launch-gate.ts';
import { MINT_FIELD_NAMES } from '../../../schemas/rest/mints.ts';
import { pledge, pledgeLinks } from '../../../schemas/rest/pledge.ts';
import * as distribution from '../../../schemas/rest/pledge-distribution.ts';
import * as proof from '../../../schemas/rest/proof.ts';
import { raisePoint } from '../../../schemas/rest/raise-curve.ts';
import * as rewards from '../../../schemas/rest/rewards.ts';
import { amount, launchId, pubkey } from '../../../schemas/rest/scalars.ts';
import { found } from '../../../schemas/rest/search.ts';
import { refunds, release, settlement, settlementVault } from '../../../schemas/rest/settlement.ts';
import { source } from '../../../schemas/rest/source.ts';
import { allocation, refund, wallet } from '../../../schemas/rest/wallet.ts';

const DIRECTORY = new URL('../../../schemas/graphql/', import.meta.url);

/** The REST shape that each type spells in camel case. */
export const TWINS = {
  Source: source,
  Launch: launch,
  Settlement: settlement,
  Release: release,
  Refunds: refunds,
  SettlementVault: settlementVault,
  Pledge: pledge,
  PledgeLinks: pledgeLinks,
  WalletPledge: pledge,
  LaunchWallet: wallet,
  Allocation: allocation,
  Refund: refund,
  Found: found,
  RaisePoint: raisePoint,
  LaunchChanges: launchChangesAnswer.omit({ source: true, launch_id: true }),
  DistributionQuantiles: distribution.distributionQuantiles,
  DistributionBucket: distribution.distributionBucket,
  PledgeDistribution: distribution.pledgeDistributionAnswer.omit({
    ...{ source: true, launch_id: true },
    ...MINT_FIELD_NAMES,
  }),
  EscrowFlow: flow,
  Audit: proof.audit,
  CoverageRange: proof.coverageRange,
  Verification: proof.verificationAnswer,
  AccountState: proof.accountState,
  AccountDifference: proof.accountDifference,
  RewardBucket: rewards.rewardBucket,
  RewardBuckets: rewards.rewardBuckets,
  RewardsInPayout: rewards.rewardsInPayout,
  RewardsSummary: rewards.rewardsSummaryAnswer,
  RewardsHistory: rewards.rewardsHistoryAnswer,
  RewardRecord: rewards.rewardHistoryRow,
  LaunchGate: launchGate,
  GateLeg: gateLeg,
} as const satisfies Readonly<Record<string, z.ZodObject>>;

const TYPE = /^type (\w+)(?: \{\n([^}]*)\})?$/gm;

/**
 * The schema in GraphQL's schema definition language, all files together. The files leave out the fields that a type takes
 * from its REST shape, and those that every page has.
 */
export function readSdl(): string {
  const sdl = readdirSync(fileURLToPath(DIRECTORY))
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(new URL(name, DIRECTORY), 'utf8'))
    .join('\n');
  return sdl.replace(TYPE, (_, name: string, declared = '') => {
    const [, page] = /^(\w+)Connection$/.exec(name) ?? [];
    if (page !== undefined) return pageTypes(page, declared);
    const shape = (TWINS as Readonly<Record<string, z.ZodObject>>)[name];
    return `type ${name} {\n${declared}${shape ? fieldsOf(shape, declared) : ''}}`;
  });
}

function pageTypes(name: string, declared: string): string {
  const [, item = name] = /nodes: \[(\w+)!\]!/.exec(declared) ?? [];
  return `type ${name}Connection {
  "The state that this page shows."
  source: Source!
${declared}
  "The items of the page, each with its cursor."
  edges: [${name}Edge!]!
  "How to get the next page."
  pageInfo: PageInfo!
}

"An item of a page."
type ${name}Edge {
  "Continues the listing after this item."
  cursor: String!
  "The item."
  node: ${item}!
}`;
}

function fieldsOf(shape: z.ZodObject, declared: string): string {
  const own = new Set([...declared.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name]) => name));
  return Object.entries(shape.shape)
    .map(([name, member]) => ({ name: camelCase(name), member: member as z.ZodType }))
    .filter(({ name }) => !own.has(name))
    .map(({ name, member }) => `  ${descriptionOf(member)}\n  ${name}: ${typeOf(member, name)}\n`)
    .join('');
}

/** With the fields that it names in camel case. */
function descriptionOf(member: z.ZodType): string {
  const text = member.meta()?.description ?? inner(member).meta()?.description ?? '';
  return JSON.stringify(text.replaceAll(/`([\w.]+)`/g, (_, field: string) => `\`${camelCase(field)}\``));
}

function typeOf(member: z.ZodType, name: string): string {
  const nullable = member instanceof z.ZodOptional || member instanceof z.ZodNullable;
  return nullable ? namedType(inner(member), name) : `${namedType(member, name)}!`;
}

function inner(member: z.ZodType): z.ZodType {
  const wrapped = member instanceof z.ZodOptional || member instanceof z.ZodNullable;
  return wrapped ? (member.unwrap() as z.ZodType) : member;
}

function namedType(member: z.ZodType, name: string): string {
  const [twin] = Object.entries(TWINS).find(([, shape]) => shape === member) ?? [];
  if (twin !== undefined) return twin;
  if (member instanceof z.ZodArray) return `[${typeOf(member.element as z.ZodType, name)}]`;
  if (member instanceof z.ZodBoolean) return 'Boolean';
  if (member instanceof z.ZodCustom) return 'UnixTime';
  if (member instanceof z.ZodNumber) {
    if (/slot$/i.test(name)) return 'Slot';
    return member.maxValue === Number.MAX_SAFE_INTEGER ? 'Count' : 'Int';
  }
  if (member.meta()?.format === 'date-time') return 'DateTime';
  if (patternOf(member) === patternOf(pubkey)) return 'Pubkey';
  return [amount, launchId].some((known) => patternOf(known) === patternOf(member)) ? 'BigUint' : 'String';
}

function patternOf(member: z.ZodType): string | undefined {
  const [check] = member instanceof z.ZodString ? (member.def.checks ?? []) : [];
  return (check?._zod.def as { readonly pattern?: RegExp } | undefined)?.pattern?.source;
}
