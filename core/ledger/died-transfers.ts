/**
 * For a row of `treasury_transfers`: whether its slot was lost after the stream showed it, so that it may not be
 * on the chain. A later backfill makes the range known again, because it removes transfers that died. Backfilled
 * rows (revision 0) are from slots that were final when they were read.
 */
export const TRANSFER_DIED = `(revision > 0
  AND arrayExists(lost -> lost.1 <= slot AND slot <= lost.2 AND revision < lost.3,
    (SELECT groupArray((from_slot, to_slot, revision)) FROM coverage WHERE state = 'lost'))
  AND NOT arrayExists(reread -> reread.1 = treasury AND reread.2 <= slot AND slot <= reread.3,
    (SELECT groupArray((treasury, from_slot, to_slot)) FROM treasury_coverage WHERE backfilled = 1)))`;
