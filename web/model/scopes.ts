import {
  EXECUTION_SCOPES,
  hasExecutionScope,
  needsConfirmation,
  SCOPES,
  type Scope,
} from '../../core/rules/scopes.ts';

export { hasExecutionScope, needsConfirmation, SCOPES, type Scope };

export interface ScopeWords {
  /** Its purpose, in a few words. */
  readonly label: string;
  readonly can: string;
  readonly cannot: string;
}

/** The specification's scopes, described for owners. */
export const SCOPE_WORDS: Readonly<Record<Scope, ScopeWords>> = {
  read: {
    label: 'Look things up',
    can: 'See balances, markets, launches and status; pause or stop your agents.',
    cannot: 'Change anything else.',
  },
  quote: { label: 'Ask for prices', can: 'Ask what a swap would cost.', cannot: 'Execute any of it.' },
  intent: {
    label: 'Propose transactions',
    can: 'Prepare transactions for you to look at.',
    cannot: 'Sign or send them: your own wallet does, or nobody.',
  },
  manage: {
    label: 'Change settings',
    can: 'Write settings that move no funds: webhooks, alerts, a journal, its profile, your country.',
    cannot: 'Move funds, or widen your limits.',
  },
  trade: {
    label: 'Trade and send',
    can: 'Swap, lend, stake, bridge, send tokens, pledge and claim.',
    cannot: 'Go beyond your policy and limits, or sign in your place.',
  },
  strategy: {
    label: 'Run strategies',
    can: 'Store, change, pause and run strategies. Each step that one takes waits for your signature.',
    cannot: 'Go beyond your policy and limits, or sign in your place.',
  },
  perps: {
    label: 'Leveraged positions',
    can: 'Open, change and close leveraged positions, long and short.',
    cannot: 'Go beyond your policy and limits, or where your country forbids it.',
  },
  equity: {
    label: 'Tokenized equities',
    can: 'Trade tokenized equities.',
    cannot: 'Go beyond your policy and limits, or where your country forbids it.',
  },
  wallet_admin: {
    label: 'Administer wallets and limits',
    can: 'Ask for other policies, limits, permission modes and signers.',
    cannot: 'Loosen any of them without your signature.',
  },
};

export type ScopeWeight = 'base' | 'manage' | 'execution';

export function weightOf(scope: Scope): ScopeWeight {
  if (EXECUTION_SCOPES.includes(scope)) return 'execution';
  return scope === 'manage' ? 'manage' : 'base';
}
