const PREFIX = 'launchlens:payout:';
const MEMO = /^launchlens:payout:([1-9][0-9]{0,18})$/;
/** PostgreSQL's bigint, the type of request ids. */
const LARGEST_ID = 2n ** 63n - 1n;

/** The SPL memo that a payment needs to settle a payout request. */
export function payoutMemo(requestId: bigint): string {
  return `${PREFIX}${requestId}`;
}

/** The requests that a transaction's memos name, one per line, without duplicates, in order. */
export function requestsInMemo(memo: string): bigint[] {
  const ids = memo.split('\n').flatMap((line) => {
    const id = MEMO.exec(line.trim())?.[1];
    return id === undefined || BigInt(id) > LARGEST_ID ? [] : [BigInt(id)];
  });
  return [...new Set(ids)];
}
