import { at as addressOf } from '../../data/base.ts';
import { grouped } from '../../model/numbers.ts';
import { Card } from '../../parts/card.tsx';
import type { TimedLaunchProps } from './props.ts';

const LISTINGS = [
  { name: 'pledges', label: 'Pledges' },
  { name: 'flows', label: 'Escrow activity' },
] as const;
const FORMATS = [
  { ending: 'csv', label: 'CSV' },
  { ending: 'parquet', label: 'Parquet' },
  { ending: 'ndjson', label: 'NDJSON' },
] as const;

/** Whole listings as files, at exactly the slot shown. */
export function Downloads({ launch }: TimedLaunchProps) {
  const slot = launch.source.lastIndexedSlot;
  return (
    <Card title="Download" note={`All rows, as of slot ${grouped(slot)}`}>
      <div className="downloads">
        {LISTINGS.map(({ name, label }) => (
          <div key={name} className="downloads-row">
            <strong>{label}</strong>
            <span className="row">
              {FORMATS.map((format) => (
                <a
                  key={format.ending}
                  className="button"
                  href={fileAddress(launch.launchId, `${name}.${format.ending}`, slot)}
                  download
                  aria-label={`${label} as ${format.label}`}
                >
                  {format.label}
                </a>
              ))}
            </span>
          </div>
        ))}
      </div>
      <p className="small quiet">
        Amounts are base units. The headers of each file give its slot, its number of rows and a digest that
        anyone can recompute.
      </p>
    </Card>
  );
}

function fileAddress(launchId: bigint, file: string, slot: bigint): string {
  return addressOf(`api/v1/ilo/launches/${launchId}/${file}?as_of_slot=${slot}`).href;
}
