import type { Clock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import type { RpcLimit } from '../../core/rpc/rate-limit.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { RpcClient } from '../../indexer/source/rpc/client.ts';

export interface CheckContext {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly rpcLimit: RpcLimit;
  /** The followed programs. */
  readonly programs: readonly Program[];
  readonly signal: AbortSignal;
}

/** What one check found. `detail` says what it is, `remedy` what to do; for a passed check the remedy is only a hint. */
export type Finding =
  | { readonly ok: true; readonly detail: string; readonly remedy?: string }
  | { readonly ok: false; readonly detail: string; readonly remedy: string };

export interface Check {
  /** The subject, in one or two words. */
  readonly name: string;
  /** Undefined when there is nothing to say. */
  readonly run: (context: CheckContext) => Promise<Finding | undefined>;
}

/** Launches are not followed where only programs are configured. */
export function followsLaunches({
  settings,
  programs,
}: Pick<CheckContext, 'settings' | 'programs'>): boolean {
  return settings.ESCROW_PROGRAM_ID !== undefined || programs.length === 0;
}

/** A client that answers or fails while somebody waits for it. */
export const nodeOf = ({ clock, rpcLimit: limit }: CheckContext, url: string | readonly string[]) =>
  new RpcClient({ url, clock, limit, timeoutMs: 10_000, retries: 1 });
