export interface DisclosuresProps {
  readonly of: { readonly disclosure: string; readonly contribution_disclosure: string };
}

/** The disclosures required next to every reward figure, and next to contribution credits even if there are none. */
export function Disclosures({ of }: DisclosuresProps) {
  return (
    <div className="disclosures small">
      <p>{of.disclosure}</p>
      <p>{of.contribution_disclosure}</p>
    </div>
  );
}
