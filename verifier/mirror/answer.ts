import { isRecord, safeInteger, slotNumber } from '../chain/json.ts';

/** What the mirror claims of the launch, and the slot for which it claims it. */
export interface MirrorAnswer {
  readonly slot: number;
  readonly totalPledged: string;
  readonly pledgerCount: number;
  readonly status: string;
  readonly statusCode: number;
}

/** Reads a launch detail of the mirror; a text says what is missing or wrong. */
export function parseMirrorAnswer(body: unknown, launchId: bigint): MirrorAnswer | string {
  if (!isRecord(body) || !isRecord(body.source) || !isRecord(body.launch)) {
    return 'no JSON object with source and launch';
  }
  const { launch, source } = body;
  const slot = slotNumber(source.last_indexed_slot);
  if (slot === undefined) return 'no slot in source.last_indexed_slot';
  if (launch.launch_id !== launchId.toString()) return 'another launch in launch.launch_id';
  const pledgerCount = safeInteger(launch.pledger_count);
  if (pledgerCount === undefined) return 'no whole number in launch.pledger_count';
  const statusCode = safeInteger(launch.status_code);
  if (statusCode === undefined) return 'no whole number in launch.status_code';
  if (typeof launch.status !== 'string') return 'no text in launch.status';
  const totalPledged = launch.total_pledged;
  if (typeof totalPledged !== 'string' || !/^(0|[1-9]\d{0,19})$/.test(totalPledged)) {
    return 'no decimal string in launch.total_pledged';
  }
  return { slot, totalPledged, pledgerCount, status: launch.status, statusCode };
}
