import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { failureOf } from '../../data/failure.ts';
import { type ReportFile, readExample } from '../../data/report-file.ts';
import { MAKE_REPORT } from '../../model/harness/command.ts';
import { readReport } from '../../model/harness/read.ts';
import { Copyable } from '../../parts/copy-button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Choose, type ChooseProps } from './choose.tsx';
import address from './example-report.json?url';
import { Report } from './report.tsx';

export interface OpenedProps extends Pick<ChooseProps, 'onFile'> {
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
