import { Link } from '@tanstack/react-router';
import { type KnownMint, useKnownMints } from '../../../data/mints.ts';
import { type CallDecision, useCallDecisions } from '../../../data/owner/audit-logs.ts';
import { askedText } from '../../../model/asked.ts';
import { seconds } from '../../../model/formats.ts';
import { shortKey } from '../../../model/keys.ts';
import { Card, NumbersTable } from '../../../parts/card.tsx';
import { CsvButton } from '../../../parts/csv-button.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { Amount, Badge, Moment } from '../../../parts/values.tsx';

const COLUMNS = [
  ...['at', 'credential_id', 'credential_label', 'tool', 'stage', 'asked', 'outflows'],
  ...['verdict', 'gate', 'code', 'intent_id'],
];

/** What agents asked for, how it was decided, and the intent that came of it. */
export function Decisions({ of }: { readonly of?: string }) {
  const known = useKnownMints();
  const calls = useCallDecisions(of);
  return (
    <Card title="What your agents tried" note="Every call that is more than a read or a quote">
      <Rows from={calls} none="Your agents have not tried anything yet.">
        {(rows) => (
          <NumbersTable
            caption="What your agents tried"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: 'When', minor: true, cell: ({ at }) => <Moment time={seconds(at)} /> },
              {
                name: 'Agent',
                prose: true,
                minor: true,
                cell: (row) => (
                  <Link to="/agents/$credentialId" params={{ credentialId: row.credential_id }}>
                    {row.credential_label ?? row.credential_id.slice(0, 8)}
                  </Link>
                ),
              },
              { name: 'Asked for', prose: true, cell: (row) => <Asked decision={row} /> },
              {
                name: 'Amount',
                number: true,
                minor: true,
                cell: ({ outflows }) => <Moved outflows={outflows} known={known} />,
              },
              { name: 'Result', cell: (row) => <Result decision={row} /> },
            ]}
          />
        )}
      </Rows>
      {calls.rows !== undefined && calls.rows.length > 0 && (
        <CsvButton
          what="what your agents tried"
          listing={{
            name: 'agent-calls',
            path: '/call-decisions/',
            by: 'before',
            owned: true,
            query: { credential_id: of },
            columns: COLUMNS,
          }}
        />
      )}
    </Card>
  );
}

interface DecisionProps {
  readonly decision: CallDecision;
}

function Asked({ decision: { tool, asked, stage } }: DecisionProps) {
  return (
    <>
      <code>{tool}</code>
      {stage !== null && <span className="quiet"> {stage}</span>}
      {asked !== null && <span className="fact-note">{askedText(asked)}</span>}
    </>
  );
}

interface MovedProps extends Pick<CallDecision, 'outflows'> {
  readonly known: ReadonlyMap<string, KnownMint>;
}

function Moved({ outflows, known }: MovedProps) {
  if (outflows === null || outflows.length === 0) return '–';
  return outflows.map(({ mint, amount }) => (
    <div key={mint}>
      <Amount base={amount} decimals={known.get(mint)?.decimals ?? null} />
      <span className="fact-note" title={mint}>
        {known.get(mint)?.what ?? shortKey(mint)}
      </span>
    </div>
  ));
}

function Result({ decision: { verdict, gate, code, intent_id } }: DecisionProps) {
  if (verdict === 'refused') {
    const why = [gate, code].filter((text) => text !== null).join(': ');
    return (
      <>
        <Badge tone="bad">Refused</Badge>
        <span className="fact-note">{why.replaceAll('_', ' ')}</span>
      </>
    );
  }
  return (
    <>
      <Badge tone="good">Allowed</Badge>
      {intent_id !== null && (
        <div>
          <Link to="/intents/$intentId" params={{ intentId: intent_id }}>
            View intent
          </Link>
        </div>
      )}
    </>
  );
}
