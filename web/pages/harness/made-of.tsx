import { commandOf, needsOf } from '../../model/harness/command.ts';
import { groupedDecimal } from '../../model/harness/money.ts';
import { grouped } from '../../model/numbers.ts';
import { Card } from '../../parts/card.tsx';
import { Copyable } from '../../parts/copy-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { KeyText } from '../../parts/key-text.tsx';
import type { ReportProps } from './choose.tsx';

/** The inputs of the report, and how anyone can reproduce it. */
export function MadeOf({ report }: ReportProps) {
  const { parameters, data, schema, rules } = report;
  const command = commandOf(report);
  const needs = needsOf(report);
  return (
    <Card title="What it stands on">
      <Facts
        facts={[
          { name: 'Averages, bars', value: `${parameters.fast} and ${parameters.slow}` },
          { name: 'Cooldown, bars', value: grouped(parameters.cooldown_bars) },
          {
            name: 'Starting capital',
            value: `${groupedDecimal(parameters.starting_capital)} ${parameters.quote}`,
          },
          {
            name: 'SHA-256 of the bars',
            value: <KeyText value={data.sha256} what="the digest of the bars" />,
          },
          { name: 'Schema', value: <code>{schema}</code> },
        ]}
      />
      <p>
        <span className="quiet">Bars:</span> {data.origin}
      </p>
      <ul className="plain-list">
        <li>
          <strong>Point in time.</strong> What is decided at the close of a bar knows that bar and those
          before it; a later one is not there yet, and asking for one ends the run.
        </li>
        <li>
          <strong>Counted again.</strong> This page has made every trade of the file anew, from its closes,
          plans and fees: positions, guardrails, costs, equity and figures come out the same, to the last
          unit. Whether bars and plans are right shows when the report is made again.
        </li>
        <li>
          <strong>The same everywhere.</strong> The same bars, fees and parameters give this report byte for
          byte on every machine.
        </li>
      </ul>
      <div className="stack">
        <h3>Make it again</h3>
        <Copyable text={command} what="the command" />
        {needs.length > 0 && <p className="small quiet">It takes {needs.join(', and ')}.</p>}
      </div>
      {rules !== undefined && (
        <details>
          <summary className="small quiet">The rules that were followed</summary>
          <Copyable text={JSON.stringify(rules, null, 2)} what="the rules" />
        </details>
      )}
    </Card>
  );
}
