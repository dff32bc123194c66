import { createHash } from 'node:crypto';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { ESCROW_IDL_HASH } from '../../../idl/hash.ts';
import { CaptureFile } from '../../../indexer/capture/capture-file.ts';
import { Recorder } from '../../../indexer/capture/recorder.ts';
import { RecordingDecoder } from '../../../indexer/capture/recording-decoder.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { FollowedAccounts } from '../../../indexer/pipeline/followed-accounts.ts';
import { FORMAT_VERSION } from '../../../indexer/source/capture/frame.ts';
import type { CaptureHeader } from '../../../indexer/source/capture/header.ts';
import { accountView } from '../account-view.ts';
import { PROGRAM } from '../verifier/launch-bytes.ts';
import { lamportsOf, type ModelChain, type ModelWrite } from './model-chain.ts';

/** What a capture of the model is recorded from. */
export const MODEL_HEADER: CaptureHeader = {
  format: 'launchlens-capture',
  version: FORMAT_VERSION,
  program_id: PROGRAM.toBase58(),
  genesis_hash: PROGRAM.toBase58(),
  cluster: 'localnet',
  commitment: 'confirmed',
  idl_hash: ESCROW_IDL_HASH,
  transport: 'http2',
  endpoint: 'model:10000',
  started_at: '2026-01-01T00:00:00.000Z',
};

export interface CaptureRange {
  readonly from: bigint;
  readonly to: bigint;
}

export interface MakeOptions {
  readonly file: string;
  readonly chain: ModelChain;
  /** A snapshot at the first slot of each, and what follows it. */
  readonly ranges: readonly CaptureRange[];
  readonly header?: Partial<CaptureHeader>;
  /** Writes that the recording does not see. */
  readonly omit?: (write: ModelWrite) => boolean;
}

/** Records ranges of the model into a capture, as a recording with gaps between them would. */
export async function makeCapture({
  file,
  chain,
  ranges,
  header,
  omit = () => false,
}: MakeOptions): Promise<string> {
  const decoder = new RecordingDecoder(new Decoder({ idl: ESCROW_IDL, programId: PROGRAM.toBase58() }));
  const capture = await CaptureFile.create(file, { ...MODEL_HEADER, ...header });
  const recorder = new Recorder({
    file: capture,
    decoder,
    program: PROGRAM.toBytes(),
    limits: {},
    onLimit: () => undefined,
  });
  let before: bigint | undefined;
  for (const { from, to } of ranges) {
    const [first, ...rest] = chain.blocks(from, to);
    if (!first) continue;
    const lost = before === undefined ? undefined : { from: before + 1n, to: first.slot - 1n };
    const buffer = new SlotBuffer();
    const seen = (writes: readonly ModelWrite[]) => writes.filter((write) => !omit(write));
    decodeAll(decoder, seen(chain.newestAt(first.slot)), first.slot, buffer);
    const cause = before === undefined ? 'first start' : 'out_of_range';
    await recorder.snapshot({ through: first, buffers: [buffer], slots: [first], lost, flows: [], cause });
    for (const meta of rest) {
      const slot = { meta, buffer: new SlotBuffer() };
      decodeAll(decoder, seen(chain.writesOf(meta.slot)), meta.slot, slot.buffer);
      await recorder.append(slot);
    }
    before = to;
  }
  const digest = await recorder.finish('asked', new Date('2026-01-01T01:00:00.000Z'));
  return digest ?? '';
}

/** Decodes twice where launches appear: what belongs to them is followed only then. */
function decodeAll(
  decoder: RecordingDecoder,
  writes: readonly ModelWrite[],
  slot: bigint,
  into: SlotBuffer,
): void {
  const show = (): void => {
    for (const write of writes) decoder.account(viewOf(write, slot), into);
  };
  show();
  new FollowedAccounts({ decoder, programId: PROGRAM.toBase58() }).addFrom(into);
  show();
}

/** The write as a stream shows it; of another slot, as a snapshot does. */
export function viewOf({ account, slot, variant, writeVersion }: ModelWrite, at: bigint) {
  return accountView({
    pubkey: account.address,
    owner: account.owner,
    data: account.bytes(variant ?? 0),
    lamports: lamportsOf(variant),
    slot: at,
    writeVersion: slot === at ? writeVersion : 0n,
    ...(slot === at && { signature: createHash('sha512').update(`${writeVersion}`).digest() }),
  });
}
