import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../idl/escrow.ts';
import { ESCROW_IDL_HASH } from '../../idl/hash.ts';
import { requireChain } from '../chain-settings.ts';
import { Decoder } from '../decode/decoder.ts';
import type { IndexerOptions } from '../main.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { createStats, type PipelineStats } from '../pipeline/stats.ts';
import { FORMAT_VERSION } from '../source/capture/frame.ts';
import type { CaptureEnd } from '../source/capture/header.ts';
import { RpcClient } from '../source/rpc/client.ts';
import { streamSettings } from '../source/stream-settings.ts';
import { createUpdateSource } from '../source/yellowstone.ts';
import { CaptureFile } from './capture-file.ts';
import { Recorder, type RecorderLimits, type RecorderStats } from './recorder.ts';
import { RecordingDecoder } from './recording-decoder.ts';

export interface CaptureOptions
  extends Pick<IndexerOptions, 'settings' | 'logger' | 'shutdown' | 'clock' | 'rpcLimit'> {
  /** The file to create; one that exists is refused. */
  readonly file: string;
  readonly limits: RecorderLimits & { readonly minutes?: number | undefined };
}

export interface RunningCapture {
  readonly stats: PipelineStats;
  readonly recorded: Readonly<RecorderStats>;
  /** Settles once the file is complete and on disk; rejects if the recording failed, with the file complete as well. */
  readonly done: Promise<FinishedCapture>;
}

export interface FinishedCapture {
  readonly ended: CaptureEnd;
  /** SHA-256, in hex, as in the file's last frame; undefined if no slot arrived and the file was removed. */
  readonly sha256: string | undefined;
}

/**
 * Follows the chain like the indexer and records to a file what it would have indexed; needs no store.
 * @throws SETTING_MISSING, CAPTURE_EXISTS, CAPTURE_UNWRITABLE and the errors of RPC
 */
export async function startCapture(options: CaptureOptions): Promise<RunningCapture> {
  const { settings, shutdown, clock, logger, rpcLimit: limit } = options;
  const chain = requireChain(settings, 'capture');
  const rpc = new RpcClient({ url: chain.rpcUrls, clock, limit });
  const { INDEX_COMMITMENT: commitment, YELLOWSTONE_TOKEN_ACCOUNTS: tokenAccounts } = settings;
  const file = await CaptureFile.create(options.file, {
    format: 'launchlens-capture',
    version: FORMAT_VERSION,
    program_id: chain.programId,
    genesis_hash: await rpc.getGenesisHash(shutdown.signal),
    cluster: settings.SOLANA_CLUSTER,
    commitment,
    idl_hash: ESCROW_IDL_HASH,
    transport: settings.YELLOWSTONE_TRANSPORT,
    endpoint: new URL(chain.endpoint).host,
    started_at: new Date(clock.now()).toISOString(),
  });
  const over = new AbortController();
  const decoder = new RecordingDecoder(
    new Decoder({
      idl: ESCROW_IDL,
      programId: chain.programId,
      tokenBalances: tokenAccounts === 'transactions',
    }),
  );
  const recorder = new Recorder({
    file,
    decoder,
    limits: options.limits,
    program: pubkeyBytes(chain.programId),
    onLimit: (end) => over.abort(end),
  });
  const stats = createStats();
  const { endpoint, xToken } = chain;
  const source = createUpdateSource({
    endpoint,
    xToken,
    logger,
    clock,
    ...streamSettings(settings),
  });
  const pipeline = new Pipeline({
    source,
    rpc,
    decoder,
    tokenAccounts,
    commitment,
    stats,
    clock,
    logger,
    writer: recorder,
    programId: chain.programId,
    resume: undefined,
    index: recorder,
  });
  endAfter(options, over);
  const running = pipeline.run(AbortSignal.any([shutdown.signal, over.signal]));
  const done = finish(running, { recorder, file, over, clock }).finally(() => source.close());
  return { stats, recorded: recorder.stats, done };
}

function endAfter({ limits, clock, shutdown }: CaptureOptions, over: AbortController): void {
  if (limits.minutes === undefined) return;
  const either = AbortSignal.any([shutdown.signal, over.signal]);
  clock.sleep(limits.minutes * 60_000, either).then(
    () => over.abort('minutes'),
    () => undefined,
  );
}

interface FinishOptions extends Pick<CaptureOptions, 'clock'> {
  readonly recorder: Recorder;
  readonly file: CaptureFile;
  readonly over: AbortController;
}

/** However the recording ends, the file is complete; after a failed write, completing it fails with the same error. */
async function finish(
  running: Promise<void>,
  { recorder, file, over, clock }: FinishOptions,
): Promise<FinishedCapture> {
  let failure: unknown;
  await running.catch((error: unknown) => {
    failure = error;
  });
  const asked: CaptureEnd = over.signal.aborted ? (over.signal.reason as CaptureEnd) : 'asked';
  const ended = failure === undefined ? asked : 'failed';
  const sha256 = await recorder.finish(ended, new Date(clock.now()));
  if (failure !== undefined) throw failure;
  if (ended === 'taken_back') throw new LaunchlensError('CAPTURE_TAKEN_BACK', { file: file.path });
  return { ended, sha256 };
}
