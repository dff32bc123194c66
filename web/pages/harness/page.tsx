import address from 'virtual:example-report';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type DragEvent, useMemo, useState } from 'react';
import { type Failure, failureOf } from '../../data/failure.ts';
import { type ReportFile, readExample, readReportFile } from '../../data/report-file.ts';
import { MAKE_REPORT } from '../../model/harness/command.ts';
import { readReport } from '../../model/harness/read.ts';
import { announce } from '../../parts/actions.tsx';
import { Skeleton } from '../../parts/card.tsx';
import { Copyable } from '../../parts/copy-button.tsx';
import { FailureNotice, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Choose, type ChooseProps } from './choose.tsx';
import { Report } from './report.tsx';

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

interface OpenedProps extends Pick<ChooseProps, 'onFile'> {
  readonly file: ReportFile;
}

/** An opened file: its report, or why it is invalid. */
export function Opened({ file, onFile }: OpenedProps) {
  const { report, wrong } = useMemo(() => readReport(file.text), [file.text]);
  if (report !== undefined) return <Report report={report} name={file.name} onFile={onFile} />;
  return (
    <>
      <Notice tone="bad" title={`“${file.name}” is not a valid harness report`} urgent>
        <p>{wrong}</p>
        <p className="small">Create a new report and open that one:</p>
        <Copyable text={MAKE_REPORT} what="the command" />
      </Notice>
      <div className="row">
        <Choose main onFile={onFile} label="Open another…" />
        <Link className="button" to="/harness" search={{ show: 'example' }}>
          View an example
        </Link>
      </div>
    </>
  );
}

/** The report of six weeks of the frozen bars, as the harness wrote it. */
export function Example({ onFile }: Pick<ChooseProps, 'onFile'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['harness example'],
    queryFn: ({ signal }) => readExample(address, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <Opened file={data} onFile={onFile} />;
  if (error !== null) return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading the example
      </p>
      <Skeleton height="8rem" />
      <Skeleton height="24rem" />
    </>
  );
}

const route = getRouteApi('/harness');

/** The report of the reference evaluation, as charts. It comes from the reader's file and stays in this page. */
export function HarnessPage() {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const [file, setFile] = useState<ReportFile>();
  const [failure, setFailure] = useState<Failure>();
  const open = async (chosen: File): Promise<void> => {
    try {
      const read = await readReportFile(chosen);
      setFile(read);
      setFailure(undefined);
      announce(`Opened ${read.name}.`);
      await navigate({ search: {} });
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  const onFile = (chosen: File): void => void open(chosen);
  const shown = show === 'example' ? undefined : file;
  return (
    <Page title="Harness report">
      <div className="stack">
        <h1>Harness report</h1>
        <p className="quiet">
          What a reference agent would have done over past bars, in paper mode, after all costs.
        </p>
      </div>
      {failure !== undefined && <FailureNotice failure={failure} />}
      {show === 'example' && <Example onFile={onFile} />}
      {shown !== undefined && <Opened key={shown.text} file={shown} onFile={onFile} />}
      {show === undefined && shown === undefined && <Empty onFile={onFile} />}
    </Page>
  );
}
