import { getRouteApi } from '@tanstack/react-router';
import { type ComparedLaunch, useCompared } from '../../data/compare.ts';
import { failureOf } from '../../data/failure.ts';
import type { LaunchAt } from '../../data/launch.ts';
import { formatCount, grouped } from '../../model/formats.ts';
import { Card, NumbersTable, Skeleton } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { useIsNarrow } from '../../parts/media.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Badge } from '../../parts/values.tsx';
import { Between } from './between.tsx';
import { Choose } from './choose.tsx';
import { type ComparedField, fieldsOf } from './fields.tsx';

const route = getRouteApi('/compare');

/** Two launches, or one at two slots, side by side. */
export function ComparePage() {
  const { a, b = a, aslot, bslot } = route.useSearch();
  const at = (launchId: string, slot: string | undefined): LaunchAt => ({
    launchId,
    slot: slot === undefined ? undefined : Number(slot),
  });
  return (
    <Page title="Compare">
      <div className="stack">
        <h1>Compare</h1>
        <p className="quiet">Two launches, or one launch at two slots, field by field.</p>
      </div>
      <Choose key={[a, b, aslot, bslot].join()} />
      {a !== undefined && b !== undefined && <Both left={at(a, aslot)} right={at(b, bslot)} />}
    </Page>
  );
}

interface BothProps {
  readonly left: LaunchAt;
  readonly right: LaunchAt;
}

function Both({ left, right }: BothProps) {
  const [one, other] = [useCompared(left), useCompared(right)];
  const error = one.error ?? other.error;
  const again = (): void => void Promise.all([one.refetch(), other.refetch()]);
  if (error !== null) return <FailureNotice failure={failureOf(error)} onRetry={again} />;
  if (one.data === undefined || other.data === undefined) return <Skeleton height="24rem" />;
  const missing = one.data === null ? left : other.data === null ? right : undefined;
  if (one.data === null || other.data === null) {
    return (
      <p className="quiet">
        Launch {missing?.launchId} does not exist{' '}
        {missing?.slot === undefined ? 'now' : `at slot ${grouped(missing.slot)}`}.
      </p>
    );
  }
  return <Compared left={one.data} right={other.data} />;
}

interface ComparedProps {
  readonly left: ComparedLaunch;
  readonly right: ComparedLaunch;
}

function Compared({ left, right }: ComparedProps) {
  const isNarrow = useIsNarrow();
  const rows = fieldsOf(left, right);
  const differing = rows.filter(({ differs }) => differs);
  const same = left.launchId === right.launchId;
  return (
    <>
      <Card
        title="Fields"
        note={`${formatCount(differing.length, 'field differs', 'fields differ')} of ${rows.length}`}
      >
        <NumbersTable
          caption="Fields side by side"
          stacks
          none="No field differs."
          rows={isNarrow ? differing : rows}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Field', cell: ({ name }) => name },
            { name: headOf(left), cell: ({ left: value }) => value },
            {
              name: `${headOf(right)}${headOf(left) === headOf(right) ? ' (same)' : ''}`,
              cell: ({ right: value }) => value,
            },
            {
              name: 'Difference',
              number: true,
              cell: ({ differs, difference }) =>
                differs ? (
                  <strong>{difference ?? <Badge tone="warn">differs</Badge>}</strong>
                ) : (
                  <span className="quiet">same</span>
                ),
            },
          ]}
        />
        {isNarrow && <Equal fields={rows.filter(({ differs }) => !differs)} />}
      </Card>
      {same && <Between one={left} other={right} />}
    </>
  );
}

/** Where fields are below each other, one value for both sides says enough. */
function Equal({ fields }: { readonly fields: readonly ComparedField[] }) {
  return (
    <>
      <h3>Same on both sides</h3>
      <Facts look="pairs" facts={fields.map(({ name, left }) => ({ name, value: left }))} />
    </>
  );
}

const headOf = ({ launchId, source }: ComparedLaunch): string =>
  `Launch ${launchId} at ${grouped(source.lastIndexedSlot)}`;
