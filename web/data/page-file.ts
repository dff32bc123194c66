import { useQuery } from '@tanstack/react-query';
import { Failure } from './failure.ts';
import { exchange } from './http.ts';

const ASKING_MS = 3_000;

/**
 * Loads the file of a page. A file that is missing although the API answers belongs to an older build, and the router loads
 * the document again; while nothing answers, that would leave for the browser's own error page.
 */
export function fileOfPage<Exports>(load: () => Promise<Exports>): () => Promise<Exports> {
  return async () => {
    try {
      return await load();
    } catch (error) {
      if (await answers()) throw error;
      throw new Failure({ kind: 'unreachable', detail: 'Launchlens cannot be reached.' }, error);
    }
  };
}

async function answers(): Promise<boolean> {
  try {
    await exchange({ path: 'ready', limitMs: ASKING_MS });
    return true;
  } catch {
    return false;
  }
}

/** Something from a file that is loaded when it is first needed. */
export function useFile<Export>(name: string, load: () => Promise<Export>) {
  return useQuery({
    queryKey: ['file', name],
    queryFn: fileOfPage(load),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
