import type { ControlContext } from '../../../api/actions/control/context.ts';
import { GATED_TOOLS } from '../../../api/mcp/tools/all.ts';
import type { NewCallDecision } from '../../../api/state/control/call-decisions.ts';
import { DEFAULT_CONTROL, type WalletControl } from '../../../api/state/control/wallet-control.ts';
import { VENUE_NAMES } from '../../../api/venues/venues.ts';
import { SharedRuns } from '../../../core/kernel/shared-runs.ts';
import { absent } from '../../support/absent.ts';
import { manualClock } from '../../support/manual-clock.ts';

export interface ControlUnderTest {
  readonly context: ControlContext;
  /** What holds for every owner; the test sets it. */
  set(control: Partial<WalletControl>): void;
  /** The audit log, oldest first. */
  readonly auditLog: NewCallDecision[];
  /** How often guardrails were read. */
  readonly reads: () => number;
}

/** Guardrails in memory, with every market open to the one jurisdiction that is declared. */
export function controlUnderTest(): ControlUnderTest {
  const open: WalletControl = { ...DEFAULT_CONTROL, jurisdiction: 'CH' };
  let held = open;
  let reads = 0;
  const auditLog: NewCallDecision[] = [];
  const context: ControlContext = {
    controls: {
      of: async () => {
        reads += 1;
        return held;
      },
      holding: () => Promise.reject(new Error('there is no store here')),
    },
    decisions: {
      record: async (decision) => void auditLog.push(decision),
      list: async () => [],
      forget: async () => 0,
    },
    changes: absent('changes'),
    requests: absent('requests'),
    grants: absent('grants'),
    agentWallets: absent('agent wallets'),
    consents: absent('consents'),
    watched: absent('watched wallets'),
    markets: { perps: ['CH'], equity: ['CH'], offramp: ['CH'] },
    tools: GATED_TOOLS,
    venueNames: VENUE_NAMES,
    stops: new SharedRuns(),
    place: () => ({ domain: 'launchlens.example', uri: 'https://launchlens.example' }),
    clock: manualClock(),
  };
  return {
    context,
    auditLog,
    set: (control) => {
      held = { ...open, ...control };
    },
    reads: () => reads,
  };
}
