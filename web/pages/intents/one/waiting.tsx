/** The steps between sending and the outcome, in order. */
export function Waiting() {
  return (
    <>
      <p>Your signed transaction is with the node, and is sent again as long as it can land.</p>
      <ol className="way">
        <li data-done="true">Signed and sent</li>
        <li data-done="false">The chain executes it</li>
        <li data-done="false">The index holds its slot</li>
      </ol>
      <p className="small quiet">This takes seconds. You can close the page: it goes on without it.</p>
    </>
  );
}
