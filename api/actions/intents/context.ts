import type { Clock } from '../../../core/kernel/clock.ts';
import type { GatedTools } from '../../../core/rules/gates.ts';
import type { Outflow } from '../../../core/rules/moves.ts';
import type { MarketLists } from '../../../core/rules/restricted-markets.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { WalletControls } from '../../state/control/wallet-control.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Intents } from '../../state/intents/intents.ts';
import type { TokenSymbols } from '../token-symbols.ts';
import type { Assembler } from '../transactions/assemble.ts';
import type { BuilderContext } from './builders/context.ts';
import type { TransactionBuilder } from './draft.ts';

/** The owner's page of an intent. */
export type PageOf = (id: string) => string;

export interface IntentsContext {
  readonly intents: Intents;
  readonly controls: Pick<WalletControls, 'of'>;
  readonly markets: MarketLists;
  readonly tools: GatedTools;
  readonly builders: ReadonlyMap<string, TransactionBuilder>;
  /** The node; this and the next two are undefined if not configured. */
  readonly chain: TransactionChain | undefined;
  /** What proposing tools read, and their builders. */
  readonly building: BuilderContext | undefined;
  readonly assembler: Assembler | undefined;
  /** The technology fee on what is moved; undefined if none. */
  readonly feeOn: (outflow: Outflow) => Promise<Fee | undefined>;
  /** Symbols that the operator or this service vouches for. */
  readonly symbolOf: TokenSymbols;
  readonly pageOf: PageOf;
  readonly clock: Clock;
}
