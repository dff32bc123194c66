import type { ReactNode } from 'react';
import { NATIVE_ALLOWANCE } from '../../../../core/rules/native-coin.ts';
import { NATIVE_DECIMALS } from '../../../data/mints.ts';
import { useWalletControl } from '../../../data/owner/control.ts';
import type { MadeTransaction } from '../../../data/owner/intent-shapes.ts';
import { formatCount } from '../../../model/formats.ts';
import { type IntentStatus, isOpen } from '../../../model/intents.ts';
import { hasUnknownPrograms, type Rent, rentForOthers, rentOf } from '../../../model/payments.ts';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Amount, KeyText } from '../../../parts/values.tsx';
import type { ReadableIntentProps } from '../title.tsx';
import { ForWhom } from './for-whom.tsx';

interface MovesProps extends ReadableIntentProps {
  /** As just built; undefined if it was not. */
  readonly made: MadeTransaction | undefined;
}

/** What leaves the owner's wallet, its recipients, and the owner's limits on it. */
export function Moves({ intent, decimals, made }: MovesProps) {
  const { outflows, technology_fee: fee } = intent;
  const feeLeftOut = made?.technology_fee_left_out ?? null;
  const facts: Fact[] = [
    { name: 'For', value: <ForWhom intent={intent} instructions={made?.instructions} /> },
  ];
  if (fee !== null) {
    facts.push({
      name: 'Technology fee, in addition',
      value:
        feeLeftOut !== null ? (
          <>none: {feeLeftOut}</>
        ) : (
          <>
            <Money mint={fee.mint} amount={fee.amount} decimals={decimals.get(fee.mint)} /> to{' '}
            <KeyText value={fee.account} what="the account of the fee" />
          </>
        ),
    });
  }
  facts.push(...amongOf(made, intent), ...besideOf(made, intent.owner));
  facts.push(...useLimits({ intent, decimals }));
  return (
    <Card title={titleOf(intent.status)}>
      {outflows.length === 0 ? (
        <p className="figure">None of your tokens</p>
      ) : (
        <ul className="moves">
          {outflows.map(({ mint, amount }) => (
            <li key={mint}>
              <span className="figure">
                <Money mint={mint} amount={amount} decimals={decimals.get(mint)} />
              </span>
              <span className="small quiet row">
                of the token <KeyText value={mint} what="the mint of the token" />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Facts facts={facts} look="pairs" />
    </Card>
  );
}

/** The part for token accounts of others. */
function amongOf(made: MadeTransaction | undefined, intent: MovesProps['intent']): Fact[] {
  const rent = made && rentForOthers(made.instructions, intent);
  if (rent === undefined) return [];
  return [
    {
      name: 'Rent of token accounts that recipients do not have yet',
      value: <>{sol(rent)}, among what leaves</>,
    },
  ];
}

/** What the network charges in addition: its fee, and the rent of created accounts. */
function besideOf(made: MadeTransaction | undefined, owner: string): Fact[] {
  if (made !== undefined && hasUnknownPrograms(made.instructions)) {
    const value = <>up to {sol(NATIVE_ALLOWANCE)}, in addition; more is refused</>;
    return [{ name: 'Network fee, and rent of accounts', value }];
  }
  const fee = { name: 'Network fee', value: 'about 0.000005 SOL, in addition' };
  const rent = made && rentOf(made.instructions, owner);
  if (rent === undefined) return [fee];
  return [fee, { name: `Rent of ${accountsOf(rent)}`, value: <>up to {sol(rent.most)}, in addition</> }];
}

function accountsOf({ tokenAccounts, pledge }: Rent): string {
  if (tokenAccounts === 0) return 'your Pledge account, if it is missing';
  const all = pledge
    ? formatCount(tokenAccounts + 1, 'account')
    : formatCount(tokenAccounts, 'token account');
  return `${all} that may be missing`;
}

const sol = (lamports: bigint): ReactNode => (
  <>
    <Amount base={lamports} decimals={NATIVE_DECIMALS} /> SOL
  </>
);

function titleOf(status: IntentStatus): string {
  if (status === 'confirmed') return 'What left your wallet';
  if (status === 'submitted' || isOpen(status)) return 'What leaves your wallet';
  return 'What would have left your wallet';
}

interface MoneyProps {
  readonly mint: string;
  readonly amount: bigint;
  readonly decimals: number | undefined;
}

function Money({ amount, decimals }: MoneyProps) {
  return (
    <span className="money">
      <Amount base={amount} decimals={decimals ?? null} />
      <CopyButton text={amount.toString()} what="the base units" />
    </span>
  );
}

function useLimits({ intent, decimals }: ReadableIntentProps): Fact[] {
  const limits = useWalletControl().data?.limits ?? [];
  return limits
    .filter(({ mint }) => intent.outflows.some((outflow) => outflow.mint === mint))
    .flatMap(({ mint, per_intent, per_day }) => {
      const shown = (amount: bigint): ReactNode => (
        <Amount base={amount} decimals={decimals.get(mint) ?? null} />
      );
      return [
        ...(per_intent === null ? [] : [{ name: 'Your limit for one intent', value: shown(per_intent) }]),
        ...(per_day === null ? [] : [{ name: 'Your limit for one day', value: shown(per_day) }]),
      ];
    });
}
