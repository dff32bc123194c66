import type { Clock } from '../../../core/kernel/clock.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { SharedRuns } from '../../../core/kernel/shared-runs.ts';
import type { GatedTools } from '../../../core/rules/gates.ts';
import type { MarketLists } from '../../../core/rules/jurisdictions.ts';
import type { ControlSetAnswer } from '../../../schemas/rest/wallet-control.ts';
import type { AgentWallets } from '../../state/agent-wallets.ts';
import type { AgentWalletConsents } from '../../state/control/agent-wallet-consents.ts';
import type { CallDecisions } from '../../state/control/call-decisions.ts';
import type { ControlChanges } from '../../state/control/changes.ts';
import type { OwnerGrants } from '../../state/control/grants.ts';
import type { OwnerRequests } from '../../state/control/owner-requests.ts';
import type { WalletControls } from '../../state/control/wallet-control.ts';
import type { WatchedWallets } from '../../state/control/watched-wallets.ts';
import type { SignInPlace } from '../sign-in/context.ts';

/** What owners' guardrails are kept, judged and changed with. */
export interface ControlContext {
  readonly controls: WalletControls;
  readonly changes: ControlChanges;
  readonly requests: OwnerRequests;
  readonly grants: OwnerGrants;
  readonly decisions: CallDecisions;
  readonly agentWallets: AgentWallets;
  readonly consents: AgentWalletConsents;
  readonly watched: WatchedWallets;
  /** Where markets that jurisdictions gate are open, as the operator set it. */
  readonly markets: MarketLists;
  /** As the catalogue declares them. */
  readonly tools: GatedTools;
  /** Names that policies may know venues by. */
  readonly venueNames: readonly string[];
  /** Stops under way, by owner. */
  readonly stops: SharedRuns<ControlSetAnswer>;
  readonly place: () => SignInPlace;
  readonly clock: Clock;
}

/** Who sets something or asks for it: the owner, or an agent by a tool. */
export interface Actor {
  readonly owner: Pubkey;
  /** Undefined for the owner. */
  readonly agent: { readonly credentialId: string; readonly tool: string } | undefined;
}
