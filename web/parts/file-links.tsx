const FORMATS = [
  { ending: 'csv', label: 'CSV' },
  { ending: 'parquet', label: 'Parquet' },
  { ending: 'ndjson', label: 'NDJSON' },
] as const;

interface FileLinksProps {
  /** What the file has, for screen readers. */
  readonly what: string;
  /** Where it is, in the format of this ending. */
  readonly addressOf: (ending: (typeof FORMATS)[number]['ending']) => string;
}

/** Downloads one listing, in each format. */
export function FileLinks({ what, addressOf }: FileLinksProps) {
  return (
    <span className="row">
      {FORMATS.map(({ ending, label }) => (
        <a
          key={ending}
          className="button"
          href={addressOf(ending)}
          download
          aria-label={`${what} as ${label}`}
        >
          {label}
        </a>
      ))}
    </span>
  );
}
