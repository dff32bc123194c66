import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus once, when it appears, so that the reader continues there. */
export function useFocusAtFirst<Place extends HTMLElement>(takes = true): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const first = useRef(takes);
  useEffect(() => {
    if (first.current) place.current?.focus();
  }, []);
  return place;
}
