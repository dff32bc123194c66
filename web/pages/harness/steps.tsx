import type { ReportStep } from '../../../schemas/harness/report.ts';
import { formatCount, grouped } from '../../model/formats.ts';
import { countBy, shareText } from '../../model/harness/figures.ts';
import { Card, NumbersTable } from '../../parts/card.tsx';
import { Moment } from '../../parts/values.tsx';
import type { FiguresProps } from './choose.tsx';

/** The most rows shown; a report may have many. */
const MOST = 100;

const readable = (name: string): string => name.replaceAll('_', ' ');

/** Where guardrails intervened, and the market regime of each bar. */
export function StepsCard({ report }: FiguresProps) {
  const { steps, consistency } = report;
  const held = steps.filter(({ matched }) => !matched);
  const regimes = countBy(steps, ({ regime }) => regime);
  return (
    <Card
      title="Guardrails"
      note={`${grouped(consistency.matched)} of ${formatCount(consistency.total, 'step')} as planned`}
    >
      {held.length === 0 ? (
        <p className="quiet">Every step went as the strategy planned it.</p>
      ) : (
        <Held steps={held} />
      )}
      {regimes.length > 0 && (
        <NumbersTable
          caption="Bars by regime"
          rows={regimes}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Regime', cell: ({ name }) => readable(name) },
            { name: 'Bars', number: true, cell: ({ count }) => grouped(count) },
            {
              name: 'Share',
              number: true,
              cell: ({ count }) => shareText(BigInt(count), BigInt(steps.length)),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Held({ steps }: { readonly steps: readonly ReportStep[] }) {
  const by = countBy(steps, ({ veto }) => veto);
  return (
    <>
      <p>
        {by
          .map(
            ({ name, count }) =>
              `The guardrail “${readable(name)}” intervened in ${formatCount(count, 'step')}.`,
          )
          .join(' ')}{' '}
        <span className="quiet">This is not a failure: the position stayed as it was.</span>
      </p>
      <NumbersTable
        dense
        caption="Steps in which a guardrail intervened"
        rows={steps.slice(0, MOST)}
        keyOf={({ i }) => String(i)}
        columns={[
          { name: 'Bar opened', cell: ({ ts }) => <Moment time={BigInt(ts)} /> },
          { name: 'Wanted', minor: true, cell: ({ planned }) => planned },
          { name: 'Kept', minor: true, cell: ({ executed }) => executed },
          { name: 'Guardrail', cell: ({ veto }) => readable(veto ?? '') },
        ]}
      />
      {steps.length > MOST && (
        <p className="small quiet">The first {MOST} are shown; the file has all of them.</p>
      )}
    </>
  );
}
