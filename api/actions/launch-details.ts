import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { LaunchDetailAnswer } from '../../schemas/rest/answers.ts';
import type { Answered, MirrorContext } from './context.ts';
import { detailAnswer } from './launch-detail.ts';

export interface LaunchDetailsRequest {
  readonly launchIds: readonly bigint[];
  readonly wallet?: Pubkey | undefined;
  readonly asOfSlot?: bigint | undefined;
}

/** The details of several launches by id, in one query; a launch that does not exist is omitted. */
export async function launchDetails(
  { mirror, link }: MirrorContext,
  { launchIds, wallet, asOfSlot }: LaunchDetailsRequest,
): Promise<ReadonlyMap<bigint, Answered<LaunchDetailAnswer>>> {
  const { stamp, facts } = await mirror.ask(asOfSlot, (view) => view.details({ launchIds, wallet }));
  return new Map(
    [...facts].map(([launchId, detail]) => [launchId, detailAnswer(detail, { wallet, stamp, link })]),
  );
}
