import { Link } from '@tanstack/react-router';
import type { MintDecimals } from '../../../data/mints.ts';
import type { Intent } from '../../../data/owner/intent-shapes.ts';
import { ago, calendar, relative, seconds } from '../../../model/formats.ts';
import { isOpen, withToldDecimals } from '../../../model/intents.ts';
import { IntentBadge, IntentTitle } from '../title.tsx';

export interface IntentRowProps {
  readonly intent: Intent;
  readonly decimals: MintDecimals;
  /** The reader's clock, Unix seconds. */
  readonly now: bigint;
}

/** One intent of a list: what it would do, who proposed it, and its status. */
export function IntentRow({ intent, decimals, now }: IntentRowProps) {
  const { id, status, credential_label: agent, created_at, expires_at } = intent;
  const [made, ends] = [seconds(created_at), seconds(expires_at)];
  return (
    <Link
      className="list-row intent-row"
      to="/intents/$intentId"
      params={{ intentId: id }}
      data-open={isOpen(status)}
    >
      <span className="intent-row-what">
        <strong>
          <IntentTitle intent={intent} decimals={withToldDecimals(decimals, intent)} />
        </strong>
        <span className="small quiet">{agent === null ? 'by you' : `by “${agent}”`}</span>
      </span>
      <span>
        <IntentBadge status={status} />
      </span>
      <span className="list-row-end small quiet">
        {isOpen(status) ? (
          <time title={calendar(ends)}>{ends > now ? `ends ${relative(ends, now)}` : 'has ended'}</time>
        ) : (
          <time title={calendar(made)}>{ago(made, now)}</time>
        )}
      </span>
    </Link>
  );
}
