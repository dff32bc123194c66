import type { Settings } from '../../core/kernel/settings/schema.ts';
import { demoDirectory, findOperator } from '../operator/find.ts';
import type { Check } from './check.ts';
import { askCoverage, describeCoverage } from './coverage.ts';
import { programCheck, rpcCheck } from './rpc.ts';
import { yellowstoneCheck } from './yellowstone.ts';

/** Whether nothing is configured that an index could be built from or kept in. */
export function hasNoChain(settings: Settings): boolean {
  const { SOLANA_RPC_URL, YELLOWSTONE_ENDPOINT, ESCROW_PROGRAM_ID, CLICKHOUSE_URL } = settings;
  return [SOLANA_RPC_URL, YELLOWSTONE_ENDPOINT, ESCROW_PROGRAM_ID, CLICKHOUSE_URL].every(
    (setting) => setting === undefined,
  );
}

/** Nothing to say when no demo runs below this directory. */
export const demoCheck: Check = {
  name: 'demo',
  run: async ({ settings, signal }) => {
    const operator = await findOperator(settings.DATA_DIR);
    if (operator?.dataDir !== demoDirectory(settings.DATA_DIR)) return undefined;
    const report = (await askCoverage(operator, signal)) ?? null;
    const { detail, ...rest } = describeCoverage(report, settings);
    const { pid, started_at: since, dataDir } = operator;
    return {
      ...rest,
      detail: `it runs as pid ${pid} since ${since} with its store in ${dataDir}: ${detail}`,
    };
  },
};

/** What is not set is no failure while the demo is all that runs, but the way on from it. */
export const FOR_A_CHAIN_OF_ONES_OWN: readonly Check[] = [rpcCheck, programCheck, yellowstoneCheck].map(
  asHint,
);

function asHint({ name, run }: Check): Check {
  return {
    name,
    run: async (context) => {
      const finding = await run(context);
      if (finding?.remedy === undefined) return finding;
      return { ...finding, ok: true, remedy: `for a chain of your own, ${finding.remedy}` };
    },
  };
}
