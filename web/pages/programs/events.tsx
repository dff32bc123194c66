import { getRouteApi } from '@tanstack/react-router';
import { useEvents } from '../../data/program-calls.ts';
import { CallsPage } from './calls.tsx';

const route = getRouteApi('/programs/$program/events/$name');

/** The events of one name that a program emitted. */
export function EventsPage() {
  const key = route.useParams();
  const navigate = route.useNavigate();
  return (
    <CallsPage
      what="events"
      callKey={key}
      given={route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      useRows={useEvents}
    >
      {({ source }) => (
        <p className="small quiet">
          {source === 'cpi' ? 'Emitted by a call to itself' : 'Emitted in the log'}
        </p>
      )}
    </CallsPage>
  );
}
