import { useEffect, useState } from 'react';
import { seconds } from '../model/times.ts';

/** The reader's clock, in Unix seconds, ticking. Only for what depends on it: when a request or a token expires. */
export function useClock(everyMs = 1_000): bigint {
  const [now, setNow] = useState(() => seconds(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setNow(seconds(Date.now())), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
