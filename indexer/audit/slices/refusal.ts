import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';

/** The validator's "scan aborted: The accumulated scan results exceeded the limit", and a proxy's "payload too large". */
const CODES: ReadonlySet<string> = new Set(['-32012', 'HTTP 413']);
/** Hosted nodes: "Too many accounts requested (10000001 pubkeys), Please use getProgramAccountsV2 with pagination". */
const TEXTS = /too many accounts|too (large|big)|pagination|(size|results?) (limit )?exceed/i;

/** Why a node does not return all accounts of a program at once; undefined for any other error. */
export function tooLargeReason(error: unknown): string | undefined {
  if (!isLaunchlensError(error, 'RPC_REFUSED')) return undefined;
  const { rpcCode, detail } = error.context;
  return CODES.has(rpcCode) || TEXTS.test(detail) ? detail : undefined;
}
