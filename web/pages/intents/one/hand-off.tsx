import { approveIntent } from '../../../data/owner/intents.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { safePlace } from '../../../model/intents.ts';
import { announce } from '../../../parts/announce.tsx';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { Copyable } from '../../../parts/copy-button.tsx';
import { useDoing } from '../../../parts/doing.ts';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { OutsideIcon } from '../../../parts/icons.tsx';
import { Notice } from '../../../parts/notice.tsx';
import type { IntentProps } from '../title.tsx';
import { Reject } from './reject.tsx';

interface Place {
  readonly url: string;
  readonly note: string;
}

/** Intents without a transaction: where the owner would go, shown before the link can be followed. */
export function HandOff({ intent, place }: IntentProps & { readonly place: Place }) {
  const changed = useOwnerChanged();
  const { busy, failure, run } = useDoing();
  const approve = (): void =>
    run(async () => {
      await approveIntent(intent.id);
      announce('Approved.');
      await changed();
    });
  return (
    <Card title="Decide and finish elsewhere">
      <p>{place.note}</p>
      <Destination url={place.url} />
      {failure !== undefined && <FailureNotice failure={failure} />}
      <div className="row">
        {intent.status === 'proposed' && (
          <Button disabled={busy} onClick={approve}>
            Approve
          </Button>
        )}
        <Reject id={intent.id} disabled={busy} />
      </div>
      <p className="small quiet">
        {intent.status === 'approved'
          ? 'You approved it. This page cannot see the result there.'
          : 'Approving signs nothing. It tells the agent that you agree.'}
      </p>
    </Card>
  );
}

function Destination({ url }: { readonly url: string }) {
  const place = safePlace(url);
  return (
    <div className="destination">
      {place !== undefined && (
        <p>
          It opens <strong className="destination-host">{place.host}</strong>, which is not Launchlens.
        </p>
      )}
      <Copyable text={url} what="the address" />
      {place === undefined ? (
        <Notice tone="bad" title="This address cannot be linked">
          <p className="small">
            It is not a plain https address, so it is not a link. Ask the operator of Launchlens.
          </p>
        </Notice>
      ) : (
        <a className="button button-main" href={place.href} target="_blank" rel="noreferrer noopener">
          Open {place.host}
          <OutsideIcon />
        </a>
      )}
    </div>
  );
}
