import { createHash, randomUUID } from 'node:crypto';
import type { AgentPrincipal } from '../../../../../api/access/agents/principal.ts';
import { toolNamed } from '../../../../../api/actions/admission/checks.ts';
import type { IntentsContext } from '../../../../../api/actions/intents/context.ts';
import type { IntentDraft } from '../../../../../api/actions/intents/draft.ts';
import { type ExecutionInput, proposeExecution } from '../../../../../api/actions/intents/propose.ts';
import { GATED_TOOLS } from '../../../../../api/mcp/tools/all.ts';
import {
  lockControl,
  saveControl,
  type WalletControl,
} from '../../../../../api/state/control/wallet-control.ts';
import { createState } from '../../../../../api/state/state.ts';
import type { Pubkey } from '../../../../../core/kernel/pubkey.ts';
import type { Oltp } from '../../../../../core/oltp/port.ts';
import type { Scope } from '../../../../../core/rules/scopes.ts';
import { manualClock } from '../../../../support/manual-clock.ts';
import { testWallet } from '../../../../support/wallets.ts';

export const MINT = testWallet('a mint').address;
export const START = Date.parse('2026-10-01T12:00:00Z');
export const SEND = toolNamed(GATED_TOOLS, 'send_token_social');

export interface IntentsUnderTest {
  readonly oltp: Oltp;
  readonly clock: ReturnType<typeof manualClock>;
  readonly context: IntentsContext;
  /** An agent of an owner whom nobody else has. */
  agent(scopes?: readonly Scope[]): Promise<AgentPrincipal>;
  set(owner: Pubkey, control: Partial<WalletControl>): Promise<void>;
}

let agents = 0;

/** Proposals over a store of decisions, with nothing of a chain. */
export function intentsOver(oltp: Oltp): IntentsUnderTest {
  const clock = manualClock(START);
  const { intents, walletControls: controls } = createState(oltp);
  const context: IntentsContext = {
    ...{ intents, controls, clock, chain: undefined, building: undefined, assembler: undefined },
    markets: { perps: [], equity: [], offramp: [] },
    tools: GATED_TOOLS,
    builders: new Map(),
    feeOn: async () => undefined,
    symbolOf: () => undefined,
    pageOf: (id) => `https://launchlens.example/intents/${id}`,
  };
  return {
    ...{ oltp, clock, context },
    agent: async (scopes = ['intent', 'trade']) => {
      agents += 1;
      const { address: owner } = testWallet(`${process.pid} owner ${agents}`);
      const credentialId = randomUUID();
      await oltp.run(CREDENTIAL, [
        credentialId,
        owner,
        createHash('sha256').update(credentialId).digest('hex'),
      ]);
      const principal = { credentialId, owner, scopes: new Set(scopes), expiresAt: START + 1e9 };
      return { ...principal, kind: 'key', tier: 'paired' };
    },
    set: (owner, control) =>
      oltp.transaction(async (queries) => {
        const held = await lockControl(queries, owner, START);
        await saveControl(queries, owner, { ...held, ...control }, START);
      }),
  };
}

const CREDENTIAL = `INSERT INTO credentials (id, kind, owner, label, scopes, hash, prefix, last4, created_at, expires_at)
  VALUES ($1, 'key', $2, 'agent', ARRAY['read'], decode($3, 'hex'), 'llk_', 'abcd', now(), now() + interval '1 day')`;

export function draftOf(amount: bigint): IntentDraft {
  return {
    summary: `Send ${amount}.`,
    move: { outflows: [{ mint: MINT, amount }], counterparties: [] },
  };
}

export const ask = (
  { context }: Pick<IntentsUnderTest, 'context'>,
  caller: AgentPrincipal,
  { amount = 10n, ...input }: Partial<ExecutionInput> & { readonly amount?: bigint } = {},
) =>
  proposeExecution(context, {
    ...{ tool: SEND, caller, draft: async () => draftOf(amount) },
    input: { confirm: false, ...input, amount },
  });

/** The id of a plan. */
export async function planned(
  under: Pick<IntentsUnderTest, 'context'>,
  caller: AgentPrincipal,
  amount = 10n,
): Promise<string> {
  const { plan } = await ask(under, caller, { amount });
  return plan?.plan_id ?? '';
}
