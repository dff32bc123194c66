import type { LaunchGate } from '../../data/launches.ts';
import { calendar, seconds } from '../../model/times.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { NumbersTable } from '../../parts/numbers-table.tsx';

const TONES: Readonly<Record<LaunchGate['legs'][number]['status'], Tone>> = {
  pending: 'warn',
  passed: 'good',
  failed: 'bad',
};

/** What must be decided off chain before a launch. Hidden if the gate has never been used. */
export function Gate({ gate: { open, pending, legs } }: { readonly gate: LaunchGate }) {
  if (legs.length === 0) return null;
  const waiting = pending.length > 0 ? `Waits for ${pending.join(', ')}` : 'Not open';
  return (
    <Card title="Launch gate" note={open ? 'Open: every leg has passed' : waiting}>
      <NumbersTable
        caption="Legs of the launch gate"
        rows={legs}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Leg', prose: true, cell: ({ name }) => name },
          { name: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
          { name: 'Set', cell: ({ updatedAt }) => calendar(seconds(updatedAt)) },
          { name: 'Note', prose: true, cell: ({ note }) => note },
        ]}
      />
    </Card>
  );
}
