import { type FakeLaunch, type FakeLaunchOptions, fakeLaunch } from './fake-launch.ts';
import { installVerifier, runVerifier, type VerifierRun } from './run-verifier.ts';
import { type ScriptedRpc, startScriptedRpc } from './scripted-rpc.ts';

export interface Stage extends AsyncDisposable {
  readonly node: ScriptedRpc;
  readonly launch: FakeLaunch;
  /** Runs the verifier of launch 7 against the scripted node, with more arguments as given. */
  verify(...args: string[]): Promise<VerifierRun>;
}

let installed: Promise<string> | undefined;

/** A scripted node that serves one launch, and the built verifier in an empty directory. */
export async function stage(options: FakeLaunchOptions = {}): Promise<Stage> {
  installed ??= installVerifier();
  const file = await installed;
  const launch = fakeLaunch(options);
  const node = await startScriptedRpc(launch);
  const launchId = (options.terms?.launchId ?? 7n).toString();
  return {
    node,
    launch,
    verify: (...args) => runVerifier(file, ['--launch-id', launchId, '--rpc', node.url, ...args]),
    [Symbol.asyncDispose]: () => node[Symbol.asyncDispose](),
  };
}

/** The names of the checks that a human report shows as failed. */
export function failedChecks({ stdout }: VerifierRun): string[] {
  return [...stdout.matchAll(/^FAIL {2}(\S+)/gm)].map(([, name]) => name ?? '');
}
