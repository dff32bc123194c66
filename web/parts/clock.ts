import { useEffect, useState } from 'react';
import { seconds } from '../model/times.ts';

/** The reader's clock, in Unix seconds, as it goes on. Only for what is bound to it: when a request or a token ends. */
export function useClock(everyMs = 1_000): bigint {
  const [now, setNow] = useState(() => seconds(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setNow(seconds(Date.now())), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
