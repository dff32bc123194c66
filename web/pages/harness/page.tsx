import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Failure, failureOf } from '../../data/failure.ts';
import { type ReportFile, readReportFile } from '../../data/report-file.ts';
import { announce } from '../../parts/announce.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from './empty.tsx';
import { Example, Opened } from './opened.tsx';

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
