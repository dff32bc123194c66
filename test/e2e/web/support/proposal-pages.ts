import { toolNamed } from '../../../../api/actions/admission/checks.ts';
import { buildersOf } from '../../../../api/actions/intents/builders/all.ts';
import { knownProgram } from '../../../../api/actions/intents/builders/escrow-program.ts';
import { draftPledge } from '../../../../api/actions/intents/builders/pledge.ts';
import { draftTransfer } from '../../../../api/actions/intents/builders/transfer.ts';
import type { IntentDraft, PlanTerms } from '../../../../api/actions/intents/draft.ts';
import { followSubmitted, INTENT_MEASURES } from '../../../../api/actions/intents/follow.ts';
import { proposeExecution } from '../../../../api/actions/intents/propose.ts';
import { measured } from '../../../../api/actions/measures.ts';
import { createAssembler } from '../../../../api/actions/transactions/assemble.ts';
import { feeOn } from '../../../../api/actions/transactions/fee.ts';
import { GATED_TOOLS } from '../../../../api/mcp/tools/all.ts';
import { type Pubkey, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import type { Outflow } from '../../../../core/rules/moves.ts';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import localnet from '../../../../idl/localnet.json' with { type: 'json' };
import { parseIdl } from '../../../../idl/schema.ts';
import type { BrowserWallet } from '../../../support/browser/test-wallet.ts';
import { pubkeyOf, TEST_PROGRAM } from '../../../support/index-builder.ts';
import { type OwnerPages, openOwnerPages, SLOT } from './owner-pages.ts';
import { type ScriptedChain, scriptedChain } from './scripted-chain.ts';

export const PLEDGE_MINT = pubkeyOf('pledge mint');
export const LAUNCH_ID = 4n;
const FEE_WALLET = pubkeyOf('the fee wallet');
const HELD = 5_000_000_000n;
const SCOPES = ['read', 'intent', 'trade'];

/** What an agent proposes, and for which arguments of which tool. */
interface Proposal {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly draft: (owner: Pubkey) => Promise<IntentDraft>;
}

interface NamedTransfer {
  readonly name: string;
  readonly wallet: Pubkey;
  readonly amount: bigint;
}

/** The pages of owners beside a node that does as the test says, and agents that propose. */
export interface ProposalPages extends OwnerPages {
  readonly chain: ScriptedChain;
  /** @returns the id of a pledge that an agent proposed */
  pledge(wallet: BrowserWallet, amount?: bigint): Promise<string>;
  /** @returns the id of a transfer that an agent proposed */
  transfer(wallet: BrowserWallet, amount: bigint): Promise<string>;
  /** @returns the id of transfers that an agent proposed, to wallets by the names that it has for them */
  transfers(wallet: BrowserWallet, to: readonly NamedTransfer[]): Promise<string>;
  /** @returns the id of an exchange at a venue, with what the venue quoted */
  exchange(wallet: BrowserWallet, quoted: PlanTerms): Promise<string>;
  /** @returns the id of what is executed elsewhere */
  handOff(wallet: BrowserWallet, url: string): Promise<string>;
  /** Has the service take a fee on transfers from now on, into a wallet that has room for it. */
  charge(bps: number): void;
  /** Looks once at what was submitted, as the API does all the while. */
  follow(): Promise<void>;
}

export async function openProposalPages(): Promise<ProposalPages> {
  const owner = await openOwnerPages();
  const { intents, agents } = owner.accounts.context;
  const chain = scriptedChain(TEST_PROGRAM);
  const mirror = await indexed(owner);
  const idl = parseIdl(localnet);
  const known = async () => knownProgram(idl, TEST_PROGRAM);
  const { controls } = intents;
  const agentWallets = { owns: async () => false };
  const building = { mirror, chain, idlOf: () => idl, agentWallets, controls };
  const assembler = createAssembler({ chain, known, computeUnitPrice: 0n });
  Object.assign(intents, { chain, building, builders: buildersOf(building), assembler });

  const tokens = new Map<string, string>();
  const callerOf = async (wallet: BrowserWallet) => {
    const [address = ''] = wallet.addresses;
    const body = { client_name: 'Rebalancer of Ada', requested_scopes: SCOPES };
    const held = tokens.get(address) ?? (await owner.paired(wallet, body));
    tokens.set(address, held);
    const use = { authorization: `Bearer ${held}`, surface: '/mcp/agent-v1', kinds: ['token' as const] };
    return agents.access.principal(use);
  };
  const propose = async (
    wallet: BrowserWallet,
    { tool, arguments: given, draft }: Proposal,
  ): Promise<string> => {
    const caller = await callerOf(wallet);
    chain.holds(caller.owner, PLEDGE_MINT, HELD);
    const made = await draft(caller.owner);
    const asked = { tool: toolNamed(GATED_TOOLS, tool), caller, draft: async () => made };
    const { plan } = await proposeExecution(intents, { ...asked, input: { ...given, confirm: false } });
    const input = { ...given, confirm: true, plan_id: plan?.plan_id };
    const { intent } = await proposeExecution(intents, { ...asked, input });
    if (intent === undefined) throw new Error('a confirmed plan is an intent');
    return intent.id;
  };
  return Object.assign(owner, {
    chain,
    pledge: (wallet: BrowserWallet, amount = 1_234_567n) =>
      propose(wallet, {
        tool: 'pledge_to_ilo',
        arguments: { launch_id: LAUNCH_ID, amount },
        draft: (address) => draftPledge(building, { launchId: LAUNCH_ID, amount, wallet: address }),
      }),
    transfer: (wallet: BrowserWallet, amount: bigint) => {
      const to = pubkeyOf('a friend');
      const transfers = [{ wallet: to, amount }];
      return propose(wallet, {
        tool: 'send_token_social',
        arguments: { recipient: to, mint: PLEDGE_MINT, amount, decimals: 6 },
        draft: (address) =>
          draftTransfer(building, { owner: address, mint: PLEDGE_MINT, transfers, charged: true }),
      });
    },
    transfers: (wallet: BrowserWallet, to: readonly NamedTransfer[]) => {
      const recipients = to.map(({ name, amount }) => ({ recipient: name, amount }));
      return propose(wallet, {
        tool: 'bulk_send_social',
        arguments: { recipients, mint: PLEDGE_MINT, decimals: 6 },
        draft: (address) =>
          draftTransfer(building, { owner: address, mint: PLEDGE_MINT, transfers: [...to], charged: true }),
      });
    },
    exchange: (wallet: BrowserWallet, quoted: PlanTerms) => {
      const transfers = [{ wallet: pubkeyOf('a pool'), amount: 2_500_000n }];
      return propose(wallet, {
        tool: 'jupiter_swap',
        arguments: { input_mint: PLEDGE_MINT, output_mint: NATIVE_MINT, amount: 2_500_000n },
        draft: async (owner) => ({
          ...(await draftTransfer(building, { owner, mint: PLEDGE_MINT, transfers, charged: false })),
          summary: 'Swap 2500000 base units at the venue jupiter.',
          planTerms: quoted,
        }),
      });
    },
    handOff: (wallet: BrowserWallet, url: string) =>
      propose(wallet, {
        tool: 'bridge_out',
        arguments: { chain: 'ethereum', mint: PLEDGE_MINT, amount: 250_000_000n, decimals: 6 },
        draft: async () => ({
          summary: `Bridge 250000000 base units of ${PLEDGE_MINT} to ethereum, on the pages of the venue Ferry.`,
          move: {
            outflows: [{ mint: PLEDGE_MINT, amount: 250_000_000n }],
            counterparties: [],
            venue: 'Ferry',
          },
          planTerms: {
            ...{ receives: undefined, minimumOut: { mint: NATIVE_MINT, amount: 1_000_000_000n } },
            route: { venue: 'Ferry' },
          },
          handOff: {
            url,
            note: 'The venue Ferry executes this on its own pages. Launchlens cannot check what they ask you to sign.',
          },
        }),
      }),
    charge: (bps: number) => {
      chain.holds(FEE_WALLET, PLEDGE_MINT, 1n);
      const terms = { bps, wallet: FEE_WALLET };
      Object.assign(intents, { feeOn: (outflow: Outflow) => feeOn(chain, terms, outflow) });
    },
    follow: () => {
      const { clock } = intents;
      const context = {
        intents: intents.intents,
        chain,
        mirror,
        commitment: 'confirmed',
        known,
        clock,
      } as const;
      return followSubmitted(context, measured(INTENT_MEASURES), new AbortController().signal);
    },
  });
}

/** An index that knows the launch that is pledged to. */
async function indexed({ pages }: OwnerPages) {
  const { index } = pages.under;
  const slot = SLOT + 1n;
  index
    .launch({ launchId: LAUNCH_ID, slot, maxRaise: 10n ** 15n, startTs: 1n, endTs: 2n ** 40n })
    .mint('pledge mint', 6, slot)
    .mint('launch mint', 9, slot)
    .coverage('streamed', slot, slot);
  await index.checkpoint({ slot, slotTime: 1_767_225_697n, indexedAt: Date.now() });
  await pages.api.followed.reaches(slot);
  return pages.api.context.mirror;
}

export const ownerOf = ({ addresses: [address = ''] }: BrowserWallet): Pubkey => parsePubkey(address);
