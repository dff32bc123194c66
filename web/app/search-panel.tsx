import { Autocomplete } from '@base-ui/react/autocomplete';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { failureOf } from '../data/failure.ts';
import { type Found, useFound } from '../data/search.ts';
import { formatCount, grouped } from '../model/formats.ts';
import { KEY } from '../model/keys.ts';
import { foundText, searchable } from '../model/search.ts';
import { Button } from '../parts/actions.tsx';
import { Skeleton } from '../parts/card.tsx';
import { FailureNotice } from '../parts/notice.tsx';

/** Where a result leads, and what it is called. */
interface Hit {
  readonly key: string;
  readonly text: string;
  /** Shown with it. */
  readonly slot: bigint | null;
  /** That it leads to, if not to now. */
  readonly atSlot: string | undefined;
  readonly launchId: string | undefined;
  readonly wallet: string | undefined;
  /** A part of a name, for the list of launches. */
  readonly find?: string;
}

/** Says what a typed text is, as soon as it can name something on the chain. */
export function SearchPanel({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const query = searchable(typed);
  const found = useFound(query);
  const isWrong = tried && query === undefined;
  const type = (text: string): void => {
    setTyped(text);
    setTried(false);
  };
  return (
    <div className="stack">
      <Autocomplete.Root
        inline
        open
        mode="none"
        autoHighlight="always"
        items={query === undefined ? byName(typed.trim()) : hitsOf(query, found.data?.found)}
        itemToStringValue={({ text }: Hit) => text}
        value={typed}
        onValueChange={(text, { reason }) => {
          if (reason !== 'item-press') type(text);
        }}
      >
        <label htmlFor={id}>Launch, token name, wallet, mint or signature</label>
        <div className="search-line">
          <Autocomplete.Input
            id={id}
            className="input mono"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onKeyDown={({ key }) => key === 'Enter' && setTried(true)}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
          />
          <Button onClick={onClose}>Close</Button>
        </div>
        {isWrong && (
          <p id={`${id}-wrong`} className="field-error" role="alert">
            Enter a launch id, a name, an address or a transaction signature.
          </p>
        )}
        {query !== undefined && <Standing {...found} />}
        <Autocomplete.List className="search-results" aria-label="Results">
          {(hit: Hit) => <Result key={hit.key} hit={hit} onFollow={onClose} />}
        </Autocomplete.List>
      </Autocomplete.Root>
    </div>
  );
}

/** How many results there are, and at which slot. */
function Standing({ data, error, refetch }: ReturnType<typeof useFound>) {
  if (data === undefined && error !== null)
    return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="3rem" />;
  const { source, count, found } = data;
  return (
    <p className="small quiet" role="status">
      {count === 0n ? 'Nothing found' : formatCount(count, 'result')} at slot{' '}
      {grouped(source.lastIndexedSlot)}
      {BigInt(found.length) < count && `, of which ${grouped(found.length)} are shown`}.
    </p>
  );
}

/** Any other text can be a part of a token's name or symbol, which the list of launches is filtered by. */
function byName(find: string): Hit[] {
  if (find === '') return [];
  const text = `Launches with “${find}” in their name`;
  return [
    { key: 'by name', text, slot: null, atSlot: undefined, launchId: undefined, wallet: undefined, find },
  ];
}

function hitsOf(query: string, found: readonly Found[] | undefined): Hit[] {
  if (found === undefined) return [];
  const hits = found.map((one): Hit => {
    const { kind, launchId, wallet, slot } = one;
    return {
      ...{ key: `${kind} ${launchId}`, text: foundText(one), slot },
      ...{ launchId: launchId?.toString(), wallet: wallet ?? undefined },
      atSlot: kind === 'transaction' ? slot?.toString() : undefined,
    };
  });
  if (!KEY.test(query) || found.some(({ kind }) => kind === 'wallet')) return hits;
  const text = 'Open it as a wallet';
  return [
    ...hits,
    { key: 'as a wallet', text, slot: null, atSlot: undefined, launchId: undefined, wallet: query },
  ];
}

function Result({ hit, onFollow }: { readonly hit: Hit; readonly onFollow: () => void }) {
  const { text, slot } = hit;
  return (
    <Autocomplete.Item value={hit} onClick={onFollow} render={linkTo(hit)}>
      {text}
      {slot !== null && <span className="small quiet"> at slot {grouped(slot)}</span>}
    </Autocomplete.Item>
  );
}

function linkTo({ launchId, wallet, atSlot, find }: Hit) {
  if (find !== undefined) return <Link to="/" search={{ find }} />;
  if (launchId === undefined) return <Link to="/wallets/$wallet" params={{ wallet: wallet ?? '' }} />;
  return <Link to="/launches/$launchId" params={{ launchId }} search={{ wallet, slot: atSlot }} />;
}
