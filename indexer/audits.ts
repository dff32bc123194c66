import type { Clock } from '../core/kernel/clock.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Olap, OlapLane } from '../core/olap/port.ts';
import { type RpcLimit, rpcRate } from '../core/rpc/rate-limit.ts';
import { Auditor } from './audit/audit.ts';
import type { SliceSettings, SlicesChosen } from './audit/chain-reader.ts';
import type { AuditedIndex, Mender } from './audit/ports.ts';
import { AuditService, createAuditStats } from './audit/service.ts';
import { requireNode, rewardAccounts } from './chain-settings.ts';
import type { Decoder } from './decode/decoder.ts';
import { chainIdentity } from './identity.ts';
import { requireSame, storedIdentity } from './model/identity.ts';
import { lookupFor } from './payment-lookup.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import { RpcClient } from './source/rpc/client.ts';
import { SnapshotWindow } from './source/snapshot/account-window.ts';
import type { Writer } from './write/writer.ts';

export interface AuditParts {
  readonly rpc: RpcClient;
  /** `ledger` is where verdicts are written. */
  readonly index: AuditedIndex & { readonly ledger: OlapLane };
  readonly mending: MendingParts;
  readonly slices: SliceSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onAudit?: (() => void) | undefined;
}

interface MendingParts {
  readonly decoder: Pick<Decoder, 'account'>;
  readonly pipeline: Pick<Pipeline, 'adopt'>;
  readonly writer: Pick<Writer, 'mend'>;
}

/** The audits of the process that writes the index: its writer repairs differences. */
export function openAudits(parts: AuditParts): AuditService {
  const { rpc, index, mending, slices, clock, logger, onAudit } = parts;
  const lookup = lookupFor(rpc, index, clock);
  const onSlices = (chosen: SlicesChosen): void => logSlices(logger, chosen);
  const auditor = new Auditor({
    ...{ chain: rpc, index, ledger: index.ledger, lookup, clock },
    ...{ slices, onSlices },
  });
  const [mender, stats] = [menderOf(mending), createAuditStats()];
  return new AuditService({ auditor, mender, clock, logger, stats, onAudit });
}

/** Audits take at most this share of the node's rate, so that they never hold up the requests of others. */
const SHARE = 2;

/** How audits read the program. */
export function sliceSettings(settings: Settings): SliceSettings {
  const { AUDIT_SLICES: slices, AUDIT_REQUESTS_PER_SECOND: perSecond } = settings;
  return { always: slices > 1, perSecond: perSecond ?? Math.ceil(rpcRate(settings) / SHARE) };
}

function logSlices(logger: Logger, { requests, perSecond, refusal }: SlicesChosen): void {
  const rate = perSecond > 0 && { perSecond, leastSeconds: Math.ceil(requests / perSecond) };
  const said = { requests, ...rate };
  if (refusal === undefined) logger.info(said, 'audits read the program in slices');
  else
    logger.warn({ ...said, refusal }, 'the node refuses the whole program at once: audits read it in slices');
}

export interface BesideOptions {
  readonly settings: Settings;
  readonly olap: Olap;
  readonly clock: Clock;
  readonly rpcLimit: RpcLimit;
  /** The command on whose behalf it audits, for errors. */
  readonly command: string;
  readonly signal: AbortSignal;
}

/**
 * An auditor next to the process that writes the index: it compares and repairs nothing.
 * @throws SETTING_MISSING, INDEX_IDENTITY_MISMATCH and the errors of RPC and of the store
 */
export async function openAuditor(options: BesideOptions): Promise<Auditor> {
  const { settings, olap, clock, command, signal, rpcLimit: limit } = options;
  const { rpcUrls, programId } = requireNode(settings, command);
  const chain = new RpcClient({ url: rpcUrls, clock, limit, lane: 'jobs' });
  // Compared with another chain, every account would differ.
  const stored = await storedIdentity(olap.scanner);
  if (stored) requireSame(stored, await chainIdentity(chain, { settings, programId }, signal));
  const { mint: rewardMint, treasury } = rewardAccounts(settings);
  const commitment = settings.INDEX_COMMITMENT;
  const index = { lane: olap.scanner, programId, commitment, rewardMint, treasury };
  const lookup = lookupFor(chain, index, clock);
  return new Auditor({ chain, index, ledger: olap.writer, lookup, clock, slices: sliceSettings(settings) });
}

function menderOf({ decoder, pipeline, writer }: MendingParts): Mender {
  return {
    decode: (account, slot, into) => {
      const outcome = decoder.account(new SnapshotWindow(slot).show(account), into);
      pipeline.adopt(into);
      return outcome === 'decoded' || outcome === 'closed';
    },
    mend: (mending) => writer.mend(mending),
  };
}
