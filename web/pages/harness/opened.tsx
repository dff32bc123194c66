import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReportFile } from '../../data/report-file.ts';
import { MAKE_REPORT } from '../../model/harness/command.ts';
import { readReport } from '../../model/harness/read.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Choose, type ChooseProps } from './choose.tsx';
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
      <Notice tone="bad" title={`“${file.name}” is no report of the harness`} urgent>
        <p>{wrong}</p>
        <p className="small">Nothing of it is drawn. Make a report anew, and open that one:</p>
        <Copyable text={MAKE_REPORT} what="the command" />
      </Notice>
      <div className="row">
        <Choose main onFile={onFile} label="Open another…" />
        <Link className="button" to="/harness" search={{ show: 'example' }}>
          See an example
        </Link>
      </div>
    </>
  );
}
