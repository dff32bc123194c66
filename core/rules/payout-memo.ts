const PREFIX = 'launchlens:payout:';
const MEMO = /^launchlens:payout:([1-9][0-9]{0,18})$/;
/** PostgreSQL's bigint, in which requests are numbered. */
const LARGEST_ID = 2n ** 63n - 1n;

/** What a payment must carry as its SPL memo to settle a payout request. */
export function payoutMemo(requestId: bigint): string {
  return `${PREFIX}${requestId}`;
}

/** The requests that a transaction's memos name, one a line, each once, in their order. */
export function requestsInMemo(memo: string): bigint[] {
  const ids = memo.split('\n').flatMap((line) => {
    const id = MEMO.exec(line.trim())?.[1];
    return id === undefined || BigInt(id) > LARGEST_ID ? [] : [BigInt(id)];
  });
  return [...new Set(ids)];
}
