import { useState } from 'react';
import { useSession } from '../data/session.ts';
import { shortKey } from '../model/keys.ts';
import { Button } from '../parts/actions.tsx';
import { LazyDialog } from '../parts/lazy-dialog.tsx';

const PANEL = {
  name: 'account',
  load: async () => (await import('./account-panel.tsx')).AccountPanel,
};

/** Connects a wallet and signs in; afterwards it says who is signed in. */
export function AccountButton() {
  const { session } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} title={session?.address}>
        {session === undefined ? (
          <>
            Connect<span className="beside"> wallet</span>
          </>
        ) : (
          <>
            <span className="visually-hidden">Your wallet </span>
            <span className="mono">{shortKey(session.address)}</span>
          </>
        )}
      </Button>
      <LazyDialog
        className="dialog"
        label="Your wallet"
        panel={PANEL}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
