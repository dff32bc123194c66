import { isRecord, slotNumber } from '../chain/http.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The rows of the mirror's pledges, by the address of the Pledge. */
export type MirrorPledges = ReadonlyMap<string, Fields>;

/** A launch detail of the mirror: its slot and content, unchecked. */
export interface MirrorAnswer {
  readonly slot: number;
  readonly source: Fields;
  readonly launch: Fields;
  readonly settlement: unknown;
  readonly wallet: unknown;
}

/** Parses a launch detail of the mirror; returns text about what is missing or wrong. */
export function parseMirrorAnswer(body: unknown, launchId: bigint): MirrorAnswer | string {
  if (!isRecord(body) || !isRecord(body.source) || !isRecord(body.launch)) {
    return 'no JSON object with source and launch';
  }
  const { source, launch, settlement, wallet } = body;
  const slot = slotNumber(source.last_indexed_slot);
  if (slot === undefined) return 'no slot in source.last_indexed_slot';
  if (launch.launch_id !== launchId.toString()) return 'another launch in launch.launch_id';
  return { slot, source, launch, settlement, wallet };
}

/** Parses the lines of the mirror's pledges, by the address of the Pledge; returns text about what is wrong. */
export function parseMirrorPledges(lines: readonly unknown[]): MirrorPledges | string {
  const pledges = new Map<string, Fields>();
  for (const [at, line] of lines.entries()) {
    if (!isRecord(line) || typeof line.pledge_address !== 'string') {
      return `no pledge in line ${at + 1} of its pledges`;
    }
    if (pledges.has(line.pledge_address)) return `the same pledge again in line ${at + 1} of its pledges`;
    pledges.set(line.pledge_address, line);
  }
  return pledges;
}
