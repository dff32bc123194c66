import type { HarnessReport } from '../../../schemas/harness/report.ts';
import type { Figures } from '../../model/harness/figures.ts';

export interface ChooseProps {
  readonly onFile: (file: File) => void;
  readonly label: string;
  readonly main?: boolean;
}

/** Lets the reader choose a report file on this machine. */
export function Choose({ onFile, label, main = false }: ChooseProps) {
  return (
    <label className={main ? 'button button-main choose' : 'button choose'}>
      {label}
      <input
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // Lets the same file be opened again after it was fixed.
          target.value = '';
        }}
      />
    </label>
  );
}

export interface ReportProps {
  readonly report: HarnessReport;
}

export interface FiguresProps extends ReportProps {
  readonly figures: Figures;
}
