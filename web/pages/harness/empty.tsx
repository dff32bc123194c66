import { Link } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { MAKE_REPORT } from '../../model/harness/command.ts';
import { Copyable } from '../../parts/copy-button.tsx';
import { Choose, type ChooseProps } from './choose.tsx';

/** Before a report is open: how to create one, and how to open it. */
export function Empty({ onFile }: Pick<ChooseProps, 'onFile'>) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    <section
      className="card drop"
      aria-label="Open a report"
      data-over={over}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      <div className="stack">
        <h2>1. Create a report</h2>
        <p>
          One command runs the agent over the bundled bars. It takes a moment and needs no network and no key.
        </p>
        <Copyable text={MAKE_REPORT} what="the command" />
      </div>
      <div className="stack">
        <h2>2. Open it here</h2>
        <p>
          Choose <code>report.json</code>, or drop it on this page. Only this page reads it: nothing is sent
          anywhere.
        </p>
        <div className="row">
          <Choose main onFile={onFile} label="Open a report…" />
          <Link className="button" to="/harness" search={{ show: 'example' }}>
            View an example
          </Link>
        </div>
      </div>
    </section>
  );
}
