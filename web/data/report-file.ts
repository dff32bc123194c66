import { Failure } from './failure.ts';

/** More than ten years of hourly bars. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A report's text with its display name. */
export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Reads a file that the reader chose; it stays in this page. @throws Failure if it is too large or cannot be read */
export async function readReportFile(file: File): Promise<ReportFile> {
  if (file.size > MOST_BYTES) {
    const detail = `“${file.name}” is larger than ${MOST_BYTES / 1024 / 1024} MB, too large for a report that this page can show.`;
    throw new Failure({ kind: 'refused', detail });
  }
  try {
    return { name: file.name, text: await file.text() };
  } catch (error) {
    // It was moved, changed or locked after it was chosen.
    throw new Failure({ kind: 'refused', detail: `The browser could not read “${file.name}”.` }, error);
  }
}

/** The example report of the pages. @throws Failure */
export async function readExample(address: string, signal: AbortSignal): Promise<ReportFile> {
  try {
    const response = await fetch(address, { signal, credentials: 'omit', redirect: 'error' });
    if (response.ok) return { name: 'Example', text: await response.text() };
  } catch (error) {
    signal.throwIfAborted();
    throw new Failure({ kind: 'unreachable', detail: 'Launchlens cannot be reached.' }, error);
  }
  throw new Failure({ kind: 'fault', detail: 'The example report is missing.' });
}
