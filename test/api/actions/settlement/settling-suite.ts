import { afterAll, beforeAll } from 'vitest';
import { createState, type State } from '../../../../api/state/state.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { createRewardLedger } from '../../../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../../../core/ledger/port.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import { absent } from '../../../support/absent.ts';
import { type DecisionStore, embeddedDecisions } from '../../../support/decision-stores.ts';
import { openMigrated } from '../../../support/migrated-store.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

/** Both stores, empty but for their schema, with the ledger of a reward token that is minted. */
export interface SettlingSuite {
  readonly olap: Olap;
  readonly decisions: DecisionStore;
  readonly ledger: RewardLedger;
  readonly state: State;
}

/** Opens them around the tests of the block in which it is called. */
export function settlingSuite(): SettlingSuite {
  const logger = createLogger('silent');
  const stack = new AsyncDisposableStack();
  let opened: SettlingSuite | undefined;
  beforeAll(async () => {
    const directory = stack.use(await temporaryDirectory());
    const decisions = stack.use(await embeddedDecisions());
    const olap = stack.adopt(await openMigrated({ dataDir: directory.path, logger }), (store) =>
      store.close(),
    );
    const ledger = stack.adopt(
      createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => false }),
      (open) => open.close(),
    );
    opened = { olap, decisions, ledger, state: createState(decisions.oltp) };
  });
  afterAll(() => stack.disposeAsync());
  const under = () => opened ?? absent<SettlingSuite>('suite');
  return {
    get olap() {
      return under().olap;
    },
    get decisions() {
      return under().decisions;
    },
    get ledger() {
      return under().ledger;
    },
    get state() {
      return under().state;
    },
  };
}
