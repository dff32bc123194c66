import { at as addressOf } from '../../../data/http.ts';

/** The whole listing of a launch as a file, at exactly one slot. */
export function fileAddress(launchId: bigint, file: string, slot: bigint): string {
  return addressOf(`api/v1/ilo/launches/${launchId}/${file}?as_of_slot=${slot}`).href;
}

interface ListingCsvProps {
  readonly launchId: bigint;
  readonly listing: 'pledges' | 'flows';
  readonly slot: bigint;
  /** What the listing has, for screen readers. */
  readonly what: string;
}

/** Every row of a listing, not only those of the page shown. */
export function ListingCsv({ launchId, listing, slot, what }: ListingCsvProps) {
  return (
    <a
      className="button button-small csv-link"
      href={fileAddress(launchId, `${listing}.csv`, slot)}
      download
      aria-label={`Download ${what} as CSV`}
    >
      CSV
    </a>
  );
}
