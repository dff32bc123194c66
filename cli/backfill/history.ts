import type { Command } from 'commander';
import { z } from 'zod';
import { noun } from '../../core/kernel/counted.ts';
import { requireNode } from '../../indexer/chain-settings.ts';
import { historyJob } from '../../indexer/jobs/history/job.ts';
import { peekIndex } from '../../indexer/jobs/peek-index.ts';
import { openNode } from './node.ts';
import { type BackfillFlags, backfill, runJob, withRange } from './run-job.ts';

const amounts = z.object({ launch_id: z.bigint(), moved_in: z.bigint(), moved_out: z.bigint() });
const finding = z.object({
  from_slot: z.number(),
  to_slot: z.number(),
  launches: z.number(),
  flow_coverage: z.enum(['complete', 'incomplete']),
  treasury_coverage: z.enum(['complete', 'incomplete']).optional(),
  without_inner_instructions: z.number(),
  missed_by_stream: z.number(),
  dead_transactions: z.number(),
  differing_transactions: z.array(
    z.object({ launch_id: z.bigint().nullable(), slot: z.number(), signature: z.string() }),
  ),
  reconciled: z.number().optional(),
  not_reconciled: z.string().optional(),
  pledge_differences: z
    .array(
      amounts.extend({
        wallet: z.string(),
        pledge_amount: z.bigint(),
        refunded: z.boolean(),
        closed: z.boolean(),
        difference: z.bigint(),
      }),
    )
    .optional(),
  balance_differences: z
    .array(z.object({ launch_id: z.bigint(), flows: z.bigint(), balance: z.bigint() }))
    .optional(),
  surplus: z.array(amounts.extend({ wallet: z.string().nullable() })).optional(),
});

/** The most rows of each kind shown to a person; programs get all of them. */
const SHOWN = 20;

/** What a history backfill found, for people. */
function describeHistory(found: Readonly<Record<string, unknown>>): string {
  const facts = finding.parse(found);
  const { from_slot, to_slot, launches, flow_coverage } = facts;
  const number = (value: number | bigint): string => value.toLocaleString('en-US');
  return [
    `  movements    ${flow_coverage} for ${number(launches)} ${noun(launches, 'launch', 'launches')}, slots ${from_slot} to ${to_slot}`,
    ...(facts.treasury_coverage === undefined
      ? []
      : [`  treasury     ${facts.treasury_coverage}, slots ${from_slot} to ${to_slot}`]),
    ...optional(facts.missed_by_stream, 'added that the stream had missed'),
    ...optional(facts.dead_transactions, 'removed because their fork died'),
    ...optional(facts.without_inner_instructions, 'without inner instructions'),
    ...facts.differing_transactions
      .slice(0, SHOWN)
      .map(
        ({ launch_id, slot, signature }) =>
          `  different    ${launch_id === null ? 'the treasury' : `launch ${launch_id}`}, slot ${slot}: ${signature} differs in the index and was kept`,
      ),
    ...(facts.not_reconciled === undefined ? [] : [`  not reconciled: ${facts.not_reconciled}`]),
    ...(facts.reconciled
      ? [
          `  reconciled   ${number(facts.reconciled)} ${noun(facts.reconciled, 'launch with its pledges', 'launches with their pledges')}`,
        ]
      : []),
    ...(facts.pledge_differences ?? [])
      .slice(0, SHOWN)
      .map(
        ({ launch_id, wallet, moved_in, moved_out, pledge_amount, refunded, difference }) =>
          `  difference   launch ${launch_id}, ${wallet}: in ${moved_in}, out ${moved_out}; its Pledge says ` +
          `${pledge_amount}${refunded ? ', refunded' : ''} (${difference})`,
      ),
    ...(facts.balance_differences ?? [])
      .slice(0, SHOWN)
      .map(
        ({ launch_id, flows, balance }) =>
          `  difference   launch ${launch_id}: movements add up to ${flows}, the escrow holds ${balance}`,
      ),
    ...(facts.surplus ?? [])
      .slice(0, SHOWN)
      .map(
        ({ launch_id, wallet, moved_in, moved_out }) =>
          `  surplus      launch ${launch_id}, ${wallet ?? 'an unknown wallet'}: in ${moved_in}, out ${moved_out} by direct transfers`,
      ),
  ].join('\n');
}

/** Whether movements disagree with pledges or balances, or a transaction differs from the chain. */
function hasDifferences(found: Readonly<Record<string, unknown>>): boolean {
  const { pledge_differences = [], balance_differences = [], differing_transactions } = finding.parse(found);
  return pledge_differences.length + balance_differences.length + differing_transactions.length > 0;
}

function optional(count: number, text: string): string[] {
  return count === 0
    ? []
    : [`  note         ${count.toLocaleString('en-US')} ${noun(count, 'transaction')} ${text}`];
}

export function historyCommand(): Command {
  const history = backfill('history', {
    says: 'read every transaction of each escrow and compare its token flows with the pledges',
    more: 'Reads finalized slots up to the newest indexed one, also next to a running indexer on a server.',
    example:
      'SOLANA_RPC_URL=https://rpc.example.com ESCROW_PROGRAM_ID=<address> launchlens backfill history --json',
  });
  return withRange(history).action((flags: BackfillFlags) => {
    const { fromSlot, toSlot } = flags;
    return runJob({
      flags,
      check: ({ settings }) => requireNode(settings, 'backfill history'),
      build: async (parts) => {
        const { olap, session } = parts;
        const { clock, logger } = session;
        const { rpc, identity } = await openNode(parts, 'backfill history');
        await peekIndex(olap.scanner, identity);
        const treasury = session.settings.TREASURY_TOKEN_ACCOUNT;
        return historyJob({ rpc, identity, olap, fromSlot, toSlot, treasury, clock, logger });
      },
      describe: describeHistory,
      failed: hasDifferences,
    });
  });
}
