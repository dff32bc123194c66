import { failureOf } from '../../data/failure.ts';
import { useOwnerChanged } from '../../data/owner/list.ts';
import {
  CLAIM_PATHS,
  type ClaimProgram,
  claimRewards,
  type Payouts as PayoutPage,
  type RewardsSummary,
  usePayouts,
} from '../../data/owner/rewards.ts';
import { calendar, seconds } from '../../model/formats.ts';
import type { Tone } from '../../model/launch.ts';
import { announce, Button, useDoing } from '../../parts/actions.tsx';
import { Card, NumbersTable, Skeleton } from '../../parts/card.tsx';
import { useIsPhone } from '../../parts/media.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { Pager, usePages } from '../../parts/pager.tsx';
import { Amount, Badge, KeyText } from '../../parts/values.tsx';
import { programName } from './summary.tsx';

type Payout = PayoutPage['results'][number];

const STATES: Readonly<Record<Payout['status'], { readonly tone: Tone; readonly label: string }>> = {
  requested: { tone: 'info', label: 'Requested' },
  settled: { tone: 'good', label: 'Paid' },
  failed: { tone: 'plain', label: 'Failed' },
};

/** The claims that are possible now, and every payout request, newest first. */
export function Payouts({
  summary,
  wallet,
}: {
  readonly summary: RewardsSummary;
  readonly wallet: string | undefined;
}) {
  const { page, moves, next } = usePages();
  const { data, error, isFetching, refetch } = usePayouts(wallet, page);
  const programs = (Object.keys(CLAIM_PATHS) as ClaimProgram[]).filter(
    (name) => claimableOf(summary, name) > 0n,
  );
  return (
    <Card title="Payouts" note="The treasury pays them on chain">
      {programs.map((program) => (
        <Claim key={program} program={program} summary={summary} />
      ))}
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height="4rem" />}
      {data !== undefined && (
        <>
          <Requests rows={data.results} decimals={summary.decimals} />
          <Pager
            what="payout requests"
            busy={isFetching}
            {...moves}
            onNext={data.has_more ? next : undefined}
          />
        </>
      )}
    </Card>
  );
}

/** What a claim of a programme would request, in base units. */
function claimableOf(
  { pre_mint: preMint, programs, in_payout: inPayout }: RewardsSummary,
  name: ClaimProgram,
): bigint {
  const claimable = programs[name]?.claimable.amount_base_units ?? 0n;
  return preMint ? 0n : claimable - (inPayout.programs[name]?.amount_base_units ?? 0n);
}

function Claim({ program, summary }: { readonly program: ClaimProgram; readonly summary: RewardsSummary }) {
  const changed = useOwnerChanged();
  const doing = useDoing();
  const name = programName(program);
  const claim = (): void =>
    doing.run(async () => {
      const { id } = await claimRewards(program, summary.wallet_address);
      announce(`Requested payout ${id}.`);
      await changed();
    });
  return (
    <>
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
      <div className="row row-between">
        <span>
          {name}: <Amount base={claimableOf(summary, program)} decimals={summary.decimals} /> to claim
        </span>
        <Button aria-label={`Claim ${name} rewards`} disabled={doing.busy} onClick={claim}>
          Claim
        </Button>
      </div>
    </>
  );
}

function Requests({ rows, decimals }: { readonly rows: readonly Payout[]; readonly decimals: number }) {
  const isPhone = useIsPhone();
  const at = (time: number | null) => (time === null ? '–' : calendar(seconds(time)));
  return (
    <NumbersTable
      caption="Payout requests"
      none="No payout requested yet."
      rows={rows}
      keyOf={({ id }) => String(id)}
      columns={[
        { name: 'Payout', minor: true, cell: ({ id }) => String(id) },
        ...(isPhone
          ? [{ name: 'Programme', cell: ProgrammeAndState }]
          : [
              { name: 'Programme', cell: ({ program }: Payout) => programName(program) },
              { name: 'State', cell: State },
            ]),
        {
          name: 'Amount',
          number: true,
          cell: ({ reward_amount: amount }) =>
            amount === null ? '–' : <Amount base={amount} decimals={decimals} />,
        },
        { name: 'Requested', minor: true, cell: ({ created_at }) => at(created_at) },
        { name: 'Paid', minor: true, cell: ({ settled_at }) => at(settled_at) },
        {
          name: 'Transaction',
          minor: true,
          cell: ({ tx_signature: signature }) =>
            signature === '' ? '–' : <KeyText value={signature} what="the signature" />,
        },
      ]}
    />
  );
}

function State({ status, reason }: Payout) {
  return (
    <span title={reason ?? undefined}>
      <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
    </span>
  );
}

function ProgrammeAndState(payout: Payout) {
  return (
    <span className="two-facts">
      {programName(payout.program)}
      <State {...payout} />
    </span>
  );
}
