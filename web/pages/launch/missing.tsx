import { Link } from '@tanstack/react-router';
import { grouped } from '../../model/numbers.ts';

export interface MissingLaunchProps {
  readonly launchId: string;
  readonly slot?: number | undefined;
  /** The slot of the answer without this launch. */
  readonly newest?: bigint | undefined;
}

/** The launch does not exist, at this slot or at all. */
export function MissingLaunch({ launchId, slot, newest }: MissingLaunchProps) {
  const at = slot ?? newest;
  return (
    <div className="whole-page">
      <h1>
        Launch {launchId} does not exist{at !== undefined && ` at slot ${grouped(at)}`}
      </h1>
      <p className="quiet">
        {slot === undefined
          ? 'No LaunchConfig account has this id. Look at the number, or choose among the launches that there are.'
          : 'It was created later, or no LaunchConfig account ever had this id.'}
      </p>
      <div className="row">
        {slot !== undefined && (
          <Link className="button button-main" to="/launches/$launchId" params={{ launchId }}>
            See it as it is now
          </Link>
        )}
        <Link className="button" to="/">
          See all launches
        </Link>
      </div>
    </div>
  );
}
