import { z } from 'zod';
import { CLUSTERS, COMMITMENTS } from '../../../core/kernel/settings/schema.ts';

const slot = z.int().min(0).transform(BigInt);
const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The first frame: the identity of the recording. */
export const captureHeader = z.object({
  format: z.literal('launchlens-capture'),
  version: z.int().min(1),
  program_id: z.string().min(1),
  genesis_hash: z.string().min(1),
  cluster: z.enum(CLUSTERS),
  commitment: z.enum(COMMITMENTS),
  idl_hash: z.string().min(1),
  transport: z.string(),
  /** Host and port of the stream's server, without path and credentials. */
  endpoint: z.string(),
  started_at: z.iso.datetime(),
});
export type CaptureHeader = z.output<typeof captureHeader>;

const segment = z.object({
  /** The slot of the opening snapshot, and the last whole slot. */
  first_slot: slot,
  last_slot: slot,
});

/** The last frame: the content of the file. */
export const captureFooter = z.object({
  ended: z.enum(['asked', 'slots', 'minutes', 'bytes', 'taken_back', 'failed']),
  ended_at: z.iso.datetime(),
  segments: z.array(segment),
  slots: count,
  accounts: count,
  snapshot_accounts: count,
  transactions: count,
  frames: z.array(z.object({ at: count, first_slot: slot, last_slot: slot, records: count })),
  /** Of every byte before this frame. */
  sha256,
});
export type CaptureFooter = z.output<typeof captureFooter>;
export type CaptureEnd = CaptureFooter['ended'];
