import { useEffect, useRef, useState } from 'react';
import { type CsvFile, type CsvListing, MOST_ROWS, readCsv } from '../data/csv-file.ts';
import { formatCount, grouped } from '../model/formats.ts';
import { announce, Button, useDoing } from './actions.tsx';
import { FailureNotice } from './notice.tsx';

/** Saves all rows of a table, not only those of the page shown, and says how many and as of which slot. */
export function CsvButton({ listing, what }: { readonly listing: CsvListing; readonly what: string }) {
  const { busy, failure, run } = useDoing();
  const [said, setSaid] = useState('');
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const save = async (): Promise<void> => {
    const control = new AbortController();
    stop.current = control;
    const onRows = (rows: number): void => setSaid(`${grouped(rows)} rows…`);
    const file = await readCsv(listing, { signal: control.signal, onRows });
    keep(file);
    const result = resultOf(file);
    setSaid(result);
    announce(result);
  };
  return (
    <div className="stack">
      <span className="row">
        <Button small disabled={busy} onClick={() => run(save)} aria-label={`Download ${what} as CSV`}>
          CSV
        </Button>
        <span className="small quiet">{said}</span>
      </span>
      {failure !== undefined && <FailureNotice failure={failure} onRetry={() => run(save)} />}
    </div>
  );
}

function resultOf({ rows, slot, cut }: CsvFile): string {
  const at = slot === undefined ? '' : `, as of slot ${grouped(slot)}`;
  return cut
    ? `Saved the first ${grouped(MOST_ROWS)} rows${at}; there are more.`
    : `Saved ${formatCount(rows, 'row')}${at}.`;
}

/** Hands the text to the browser as a file. */
function keep({ name, text }: CsvFile): void {
  const address = URL.createObjectURL(new Blob([...text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
