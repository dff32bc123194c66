import { getRouteApi } from '@tanstack/react-router';
import { type InstructionRow, useInstructions } from '../../data/program-calls.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { Fold } from '../../parts/fold.tsx';
import { KeyText } from '../../parts/values.tsx';
import { CallsPage } from './calls.tsx';

const route = getRouteApi('/programs/$program/instructions/$name');

/** Every time that a program executed one of its instructions. */
export function InstructionsPage() {
  const key = route.useParams();
  const navigate = route.useNavigate();
  return (
    <CallsPage
      what="instructions"
      callKey={key}
      given={route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      useRows={useInstructions}
    >
      {(row) => <Accounts row={row} />}
    </CallsPage>
  );
}

function Accounts({ row: { accounts, remaining_accounts: remaining } }: { readonly row: InstructionRow }) {
  const named = Object.entries(accounts).map(
    ([name, account]): Fact => ({
      name,
      value: account === null ? '–' : <KeyText value={account} what={name} />,
    }),
  );
  const others = remaining.map(
    (account, index): Fact => ({
      name: `Remaining account ${index + 1}`,
      value: <KeyText value={account} what={`remaining account ${index + 1}`} />,
    }),
  );
  const facts = [...named, ...others];
  if (facts.length === 0) return null;
  return (
    <Fold summary={`Accounts (${facts.length})`}>
      <Facts look="pairs" facts={facts} />
    </Fold>
  );
}
