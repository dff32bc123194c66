import type { ReactNode } from 'react';
import type { MintDecimals } from '../../data/mints.ts';
import type { Intent, IntentDetail } from '../../data/owner/intent-shapes.ts';
import { formatCount } from '../../model/formats.ts';
import { INTENT_WORDS, type IntentStatus, launchOf, wordsOf } from '../../model/intents.ts';
import { KEY, shortKey } from '../../model/keys.ts';
import { Amount, Badge } from '../../parts/values.tsx';

export interface IntentProps {
  readonly intent: IntentDetail;
}

export interface ReadableIntentProps extends IntentProps {
  readonly decimals: MintDecimals;
}

export interface IntentTitleProps {
  readonly intent: Pick<Intent, 'action' | 'arguments' | 'outflows'>;
  readonly decimals: MintDecimals;
}

/** What an intent would do, in a few words. */
export function IntentTitle({ intent, decimals }: IntentTitleProps) {
  const { action, arguments: given, outflows } = intent;
  const paid = <Paid outflows={outflows} decimals={decimals} />;
  const launch = launchOf(intent);
  switch (action) {
    case 'pledge_to_ilo':
      return <Words begin="Pledge" amount={paid} end={`to launch ${launch}`} />;
    case 'claim_ilo_tokens':
      return `Claim the unlocked tokens of launch ${launch}`;
    case 'refund_ilo_pledge':
      return `Refund the pledge in launch ${launch}`;
    case 'fund_wallet':
      return <Words begin="Move" amount={paid} end={`to your agent wallet ${named(given.wallet)}`} />;
    case 'send_token_social':
      return <Words begin="Send" amount={paid} end={`to ${named(given.recipient)}`} />;
    case 'bulk_send_social':
      return <Words begin="Send" amount={paid} end={`to ${countOf(given.recipients)}`} />;
    default:
      return outflows.length === 0 ? wordsOf(action) : <Words begin={`${wordsOf(action)}:`} amount={paid} />;
  }
}

function Words({
  begin,
  amount,
  end,
}: {
  readonly begin: string;
  readonly amount: ReactNode;
  readonly end?: string;
}) {
  return (
    <>
      {begin} {amount} {end}
    </>
  );
}

function Paid({ outflows, decimals }: Pick<Intent, 'outflows'> & { readonly decimals: MintDecimals }) {
  return outflows.map(({ mint, amount }, index) => (
    <span key={mint}>
      {index > 0 && ' and '}
      <Amount base={amount} decimals={decimals.get(mint) ?? null} />
    </span>
  ));
}

/** A label is never truncated, since two may start and end alike. */
function named(value: unknown): string {
  if (typeof value !== 'string') return 'a wallet';
  return KEY.test(value) ? shortKey(value) : `“${value}”`;
}

const countOf = (value: unknown): string =>
  Array.isArray(value) ? formatCount(value.length, 'wallet') : 'several wallets';

export function IntentBadge({ status }: { readonly status: IntentStatus }) {
  const { label, tone } = INTENT_WORDS[status];
  return <Badge tone={tone}>{label}</Badge>;
}
