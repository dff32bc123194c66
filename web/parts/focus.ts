import { type RefObject, useEffect, useRef } from 'react';

/** Where a reader goes on who is led there by what they did: it takes the focus once, when it appears. */
export function useFocusAtFirst<Place extends HTMLElement>(takes = true): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const first = useRef(takes);
  useEffect(() => {
    if (first.current) place.current?.focus();
  }, []);
  return place;
}
