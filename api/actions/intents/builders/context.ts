import type { TransactionChain } from '../../../read/chain/transactions.ts';
import type { Mirror } from '../../../read/mirror.ts';
import type { AgentWallets } from '../../../state/agent-wallets.ts';
import type { WalletControls } from '../../../state/control/wallet-control.ts';
import type { IdlOf } from './escrow-program.ts';

/** What builders read before they build. */
export interface BuilderContext {
  readonly mirror: Pick<Mirror, 'ask'>;
  readonly chain: TransactionChain;
  readonly idlOf: IdlOf;
  readonly agentWallets: Pick<AgentWallets, 'owns'>;
  readonly controls: Pick<WalletControls, 'of'>;
}
