import type { LaunchKey } from '../accounts/escrow-accounts.ts';
import { redactedUrl } from '../chain/http.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import type { Commitment } from '../chain/rpc.ts';
import type { Cluster } from '../cli/clusters.ts';
import type { WalletReport } from './wallet.ts';

/** One claim about the launch, checked against the chain. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** The expected figure. */
  readonly expected: string;
  /** The figure found. */
  readonly actual: string;
  /** What the two figures are, or why the check passes without them. */
  readonly detail: string;
}

/** What was checked, and where; the same in every report. */
export interface Subject {
  readonly cluster: Cluster;
  readonly rpc: string;
  readonly commitment: Commitment;
  readonly key: LaunchKey;
}

export interface Verdict {
  readonly state: LaunchState;
  readonly checks: readonly Check[];
  readonly wallet: WalletReport | undefined;
}

export function allHold({ checks }: Verdict): boolean {
  return checks.every(({ ok }) => ok);
}

export function subjectFields({ cluster, rpc, commitment, key }: Subject) {
  return {
    launch_id: key.launchId.toString(),
    cluster,
    rpc: redactedUrl(rpc),
    program_id: key.programId,
    commitment,
  };
}
