import type { Clock } from '../../../core/kernel/clock.ts';
import type { GatedTools } from '../../../core/rules/gates.ts';
import type { MarketLists } from '../../../core/rules/jurisdictions.ts';
import type { Outflow } from '../../../core/rules/moves.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { WalletControls } from '../../state/control/wallet-control.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Intents } from '../../state/intents/intents.ts';
import type { Assembler } from '../transactions/assemble.ts';
import type { PageOf } from './answers.ts';
import type { BuilderContext } from './builders/context.ts';
import type { TransactionBuilder } from './draft.ts';

/** What proposing, signing and following of intents works with. */
export interface IntentsContext {
  readonly intents: Intents;
  readonly controls: Pick<WalletControls, 'of'>;
  readonly markets: MarketLists;
  /** As the catalogue declares them. */
  readonly tools: GatedTools;
  /** By their names. */
  readonly builders: ReadonlyMap<string, TransactionBuilder>;
  /** The node; with the two below undefined where the operator named none. */
  readonly chain: TransactionChain | undefined;
  /** What tools that propose look at, and their builders. */
  readonly building: BuilderContext | undefined;
  /** Makes transactions of what builders give. */
  readonly assembler: Assembler | undefined;
  /** The technology fee on what is moved; undefined where none is taken. */
  readonly feeOn: (outflow: Outflow) => Promise<Fee | undefined>;
  readonly pageOf: PageOf;
  readonly clock: Clock;
}
