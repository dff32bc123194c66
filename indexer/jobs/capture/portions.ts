import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { ESCROW_IDL_HASH } from '../../../idl/hash.ts';
import { IDENTITY_PARTS } from '../../model/identity.ts';
import type { CaptureHeader } from '../../source/capture/header.ts';
import { type CaptureContents, inspectCapture } from '../../source/capture/inspect.ts';
import type { Segment } from '../../source/capture/segments.ts';
import type { IndexIdentity } from '../../write/resume.ts';

/** A segment of one of the files. */
export interface Portion {
  readonly contents: CaptureContents;
  readonly segment: Segment;
}

export interface OpenOptions {
  readonly files: readonly string[];
  readonly allowTruncated: boolean;
  readonly signal: AbortSignal;
}

export type OpenedCaptures = Awaited<ReturnType<typeof openCaptures>>;

/**
 * Checks every file completely, and that all were recorded from one chain.
 * @throws CAPTURE_FOREIGN and the errors of reading captures
 */
export async function openCaptures({ files, allowTruncated, signal }: OpenOptions) {
  const opened: CaptureContents[] = [];
  for (const file of files) opened.push(await inspectCapture(file, { allowTruncated, signal }));
  const [first] = opened;
  if (!first) throw new LaunchlensError('COMMAND_USAGE', { detail: 'name at least one capture' });
  const identity = identityOf(first.header);
  for (const contents of opened) {
    requireCaptureOf(contents, identity, `${first.file} has`);
    requireCaptureOf(contents, { ...identity, idlHash: ESCROW_IDL_HASH }, 'this program reads');
  }
  const portions = opened
    .flatMap((contents) => contents.segments.map((segment) => ({ contents, segment })))
    .sort((a, b) => order(a.segment.first, b.segment.first) || order(b.segment.last, a.segment.last));
  return {
    /** All segments in chain order. */
    portions,
    /** The identity of the recordings, the same for all files. */
    identity,
    commitment: first.header.commitment,
    /** The files' digests, in the order of the portions. */
    digests: [...new Set(opened.map(({ sha256 }) => sha256))].sort(),
    /** Truncated files. */
    truncated: opened.filter(({ footer }) => footer === undefined),
  };
}

/** Refuses a capture with another identity. @throws CAPTURE_FOREIGN naming the first difference */
export function requireCaptureOf(
  { file, header }: Pick<CaptureContents, 'file' | 'header'>,
  wanted: Partial<IndexIdentity>,
  who: string,
): void {
  const found = identityOf(header);
  for (const part of Object.keys(IDENTITY_PARTS) as (keyof IndexIdentity)[]) {
    const expected = wanted[part];
    if (expected === undefined || expected === found[part]) continue;
    throw new LaunchlensError('CAPTURE_FOREIGN', {
      file,
      name: IDENTITY_PARTS[part],
      found: found[part],
      who,
      expected,
    });
  }
}

function identityOf(header: CaptureHeader): IndexIdentity {
  return {
    genesisHash: header.genesis_hash,
    programId: header.program_id,
    cluster: header.cluster,
    commitment: header.commitment,
    idlHash: header.idl_hash,
  };
}

function order(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
