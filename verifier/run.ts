import { isAllocated, type LaunchKey } from './accounts/escrow-accounts.ts';
import { requireCluster } from './chain/cluster.ts';
import { createChain } from './chain/queries.ts';
import { type LaunchState, requireTime } from './chain/read-launch.ts';
import { createRpc } from './chain/rpc.ts';
import { historyChecks } from './checks/history.ts';
import { mirrorChecks } from './checks/mirror.ts';
import { runChainChecks } from './checks/run.ts';
import { type Options, readOptions, splitOptions } from './cli/options.ts';
import type { Outcome } from './cli/process.ts';
import { USAGE } from './cli/usage.ts';
import { launchAddresses } from './codec/address.ts';
import type { Pubkey } from './codec/base58.ts';
import { asFailure, type VerifierFailure } from './failure.ts';
import { readBoth } from './read-both.ts';
import { humanReport } from './report/human.ts';
import { jsonFailure, jsonReport } from './report/json.ts';
import type { Palette } from './report/palette.ts';
import { allHold, type Subject, type Verdict } from './report/report.ts';
import { type WalletReport, walletReport } from './report/wallet.ts';

/** The whole program: takes a command line, returns the output and the exit code. */
export async function run(argv: readonly string[], palette: Palette): Promise<Outcome> {
  // Known before the rest is checked, so that errors in other options are also reported as JSON.
  const json = argv.includes('--json');
  let subject: Subject | undefined;
  try {
    const given = splitOptions(argv);
    if (given.flags.has('help')) return { exit: 0, stdout: USAGE, stderr: '' };
    const options = readOptions(given);
    subject = subjectOf(options);
    const verdict = await verify(options, subject);
    const stdout = json ? jsonReport(subject, verdict) : humanReport(subject, verdict, palette);
    return { exit: allHold(verdict) ? 0 : 1, stdout, stderr: '' };
  } catch (error) {
    return failed(asFailure(error), subject, json);
  }
}

/** That a launch does not exist is a result and goes to stdout; any other failure is an error. */
function failed(failure: VerifierFailure, subject: Subject | undefined, json: boolean): Outcome {
  const { kind, exit } = failure;
  const line = `verify-ilo-settlement: ${failure.message}`;
  const found = kind === 'launch_not_found';
  if (json) return { exit, stdout: jsonFailure(subject, failure), stderr: found ? '' : line };
  return found ? { exit, stdout: line, stderr: '' } : { exit, stdout: '', stderr: line };
}

function subjectOf({ cluster, rpc, commitment, programId, launchId }: Options): Subject {
  const addresses = launchAddresses(programId, launchId);
  return { cluster, rpc, commitment, key: { programId, launchId, addresses } };
}

async function verify(options: Options, { key, cluster }: Subject): Promise<Verdict> {
  const { rpc, timeoutMs, commitment, wallet } = options;
  const chain = createChain(createRpc({ url: rpc, timeoutMs }), { commitment, timeoutMs });
  await requireCluster(chain, cluster);
  const { state, claim } = await readBoth(chain, key, options);
  const mirror = claim === undefined ? [] : mirrorChecks({ cluster, key }, state, claim, wallet);
  const history = options.history ? await historyChecks(chain, key, state) : [];
  return {
    state,
    checks: [...runChainChecks(state), ...history, ...mirror],
    wallet: wallet === undefined ? undefined : walletOf(state, key, wallet),
  };
}

/** An allocation depends on the time; without one, the time is not needed. */
function walletOf(state: LaunchState, key: LaunchKey, wallet: Pubkey): WalletReport {
  return walletReport(state, key, wallet, isAllocated(state.config) ? requireTime(state) : state.blockTime);
}
