import type { Clock } from '../../../core/kernel/clock.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { SharedRuns } from '../../../core/kernel/shared-runs.ts';
import type { GatedTools } from '../../../core/rules/gates.ts';
import type { MarketLists } from '../../../core/rules/restricted-markets.ts';
import type { ControlSetAnswer } from '../../../schemas/rest/wallet-control.ts';
import type { AgentWallets } from '../../state/agent-wallets.ts';
import type { AgentWalletConsents } from '../../state/control/agent-wallet-consents.ts';
import type { CallDecisions } from '../../state/control/call-decisions.ts';
import type { ControlChanges } from '../../state/control/changes.ts';
import type { OwnerGrants } from '../../state/control/grants.ts';
import type { OwnerRequests } from '../../state/control/owner-requests.ts';
import type { WalletControls } from '../../state/control/wallet-control.ts';
import type { WatchedWallets } from '../../state/control/watched-wallets.ts';
import type { SignInPlace } from '../sign-in/sign-in.ts';

export interface ControlContext {
  readonly controls: WalletControls;
  readonly changes: ControlChanges;
  readonly requests: OwnerRequests;
  readonly grants: OwnerGrants;
  readonly decisions: CallDecisions;
  readonly agentWallets: AgentWallets;
  readonly consents: AgentWalletConsents;
  readonly watched: WatchedWallets;
  /** Where restricted markets are open, as configured by the operator. */
  readonly markets: MarketLists;
  readonly tools: GatedTools;
  readonly venueNames: readonly string[];
  /** Stops under way, by owner. */
  readonly stops: SharedRuns<ControlSetAnswer>;
  readonly place: () => SignInPlace;
  readonly clock: Clock;
}

/** Who sets or requests something: the owner, or an agent through a tool. */
export interface Actor {
  readonly owner: Pubkey;
  /** Undefined for the owner. */
  readonly agent: { readonly credentialId: string; readonly tool: string } | undefined;
}
