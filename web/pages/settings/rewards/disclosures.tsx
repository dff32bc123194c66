export interface DisclosuresProps {
  readonly of: { readonly disclosure: string; readonly contribution_disclosure: string };
}

/** What has to stand beside every figure of rewards, and beside contribution credits where there are none too. */
export function Disclosures({ of }: DisclosuresProps) {
  return (
    <div className="disclosures small">
      <p>{of.disclosure}</p>
      <p>{of.contribution_disclosure}</p>
    </div>
  );
}
