import type { HarnessReport } from '../../../schemas/harness/report.ts';
import type { Figures } from '../../model/harness/figures.ts';

export interface ReportProps {
  readonly report: HarnessReport;
}

export interface FiguresProps extends ReportProps {
  readonly figures: Figures;
}
