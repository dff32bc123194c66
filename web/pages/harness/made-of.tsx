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
    <Card title="Inputs">
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
          <strong>Point in time.</strong> A decision at the close of a bar sees that bar and earlier ones
          only. Reading a later one ends the run.
        </li>
        <li>
          <strong>Recomputed.</strong> This page has repeated every trade from the closes, plans and fees in
          the file: positions, guardrails, costs, equity and figures match to the last unit. Reproduce the
          report to check its bars and plans.
        </li>
        <li>
          <strong>Deterministic.</strong> The same bars, fees and parameters give this report byte for byte on
          every machine.
        </li>
      </ul>
      <div className="stack">
        <h3>Reproduce it</h3>
        <Copyable text={command} what="the command" />
        {needs.length > 0 && <p className="small quiet">It needs {needs.join(', and ')}.</p>}
      </div>
      {rules !== undefined && (
        <details>
          <summary className="small quiet">Rules</summary>
          <Copyable text={JSON.stringify(rules, null, 2)} what="the rules" />
        </details>
      )}
    </Card>
  );
}
