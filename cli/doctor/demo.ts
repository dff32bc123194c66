import type { Settings } from '../../core/kernel/settings/schema.ts';
import { demoDirectory, findOperator } from '../operator/find.ts';
import type { Check } from './check.ts';
import { askCoverage, describeCoverage } from './coverage.ts';
import { programCheck, rpcCheck } from './rpc.ts';
import { yellowstoneCheck } from './yellowstone.ts';

/** Whether neither a chain nor a store is configured. */
export function hasNoChain(settings: Settings): boolean {
  const { SOLANA_RPC_URL, YELLOWSTONE_ENDPOINT, ESCROW_PROGRAM_ID, CLICKHOUSE_URL } = settings;
  return [SOLANA_RPC_URL, YELLOWSTONE_ENDPOINT, ESCROW_PROGRAM_ID, CLICKHOUSE_URL].every(
    (setting) => setting === undefined,
  );
}

/** Undefined if no demo runs in this directory. */
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

/** While only the demo runs, a missing setting is not a failure but the next step. */
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
