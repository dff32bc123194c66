import { useMemo } from 'react';
import { figuresOf } from '../../model/harness/figures.ts';
import { Notice } from '../../parts/notice.tsx';
import type { ChooseProps, ReportProps } from './choose.tsx';
import { CostsCard } from './costs.tsx';
import { CurveCard } from './curve.tsx';
import { Head } from './head.tsx';
import { MadeOf } from './made-of.tsx';
import { StepsCard } from './steps.tsx';
import { Trades } from './trades.tsx';

export function Report({
  report,
  name,
  onFile,
}: ReportProps & Pick<ChooseProps, 'onFile'> & { readonly name: string }) {
  const figures = useMemo(() => figuresOf(report), [report]);
  return (
    <>
      <Head {...{ report, figures, name, onFile }} />
      <Notice tone="info" title="Simulated on past data">
        <p>{report.statement}</p>
      </Notice>
      <CurveCard report={report} figures={figures} />
      <div className="columns">
        <CostsCard report={report} figures={figures} />
        <StepsCard report={report} figures={figures} />
      </div>
      <Trades report={report} />
      <MadeOf report={report} />
    </>
  );
}
