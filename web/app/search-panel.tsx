import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { failureOf } from '../data/failure.ts';
import { type Found, useFound } from '../data/search.ts';
import { formatCount, grouped } from '../model/formats.ts';
import { KEY } from '../model/keys.ts';
import { foundText, searchable } from '../model/search.ts';
import { Button } from '../parts/actions.tsx';
import { Skeleton } from '../parts/card.tsx';
import { FailureNotice } from '../parts/notice.tsx';

/** Asks for a text and shows what it is. */
export function SearchPanel({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [query, setQuery] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const look = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wanted = searchable(String(new FormData(event.currentTarget).get('text') ?? ''));
    setQuery(wanted);
    setWrong(wanted === undefined);
  };
  return (
    <form className="stack" onSubmit={look} noValidate>
      <label htmlFor={id}>Launch id, wallet, mint, account or signature</label>
      <div className="search-line">
        <input
          id={id}
          name="text"
          className="input mono"
          // biome-ignore lint/a11y/noAutofocus: a search dialog is opened to type in.
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
        />
        <Button look="main" submit>
          Search
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} className="field-error" role="alert">
          Enter a launch id, an address or a transaction signature.
        </p>
      )}
      {query !== undefined && <Results key={query} query={query} onFollow={onClose} />}
    </form>
  );
}

interface ResultsProps {
  readonly query: string;
  readonly onFollow: () => void;
}

function Results({ query, onFollow }: ResultsProps) {
  const { data, error, refetch } = useFound(query);
  if (data === undefined && error !== null)
    return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="3rem" />;
  const { source, count, found } = data;
  return (
    <>
      <p className="small quiet" role="status">
        {count === 0n ? 'Nothing found' : formatCount(count, 'result')} at slot{' '}
        {grouped(source.lastIndexedSlot)}
        {BigInt(found.length) < count && `, of which ${grouped(found.length)} are shown`}.
      </p>
      <ul className="search-results">
        {found.map((hit) => (
          <li key={`${hit.kind} ${hit.launchId}`}>
            <Result hit={hit} onFollow={onFollow} />
          </li>
        ))}
        {KEY.test(query) && !found.some(({ kind }) => kind === 'wallet') && (
          <li>
            <Link to="/wallets/$wallet" params={{ wallet: query }} onClick={onFollow}>
              Open it as a wallet
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}

function Result({ hit, onFollow }: { readonly hit: Found; readonly onFollow: () => void }) {
  const { kind, launchId, wallet, slot } = hit;
  const text = foundText(hit);
  if (launchId === null)
    return (
      <Link to="/wallets/$wallet" params={{ wallet: wallet ?? '' }} onClick={onFollow}>
        {text}
      </Link>
    );
  const search = { wallet: wallet ?? undefined, slot: kind === 'transaction' ? slot?.toString() : undefined };
  return (
    <Link
      to="/launches/$launchId"
      params={{ launchId: launchId.toString() }}
      search={search}
      onClick={onFollow}
    >
      {text}
      {slot !== null && <span className="small quiet"> at slot {grouped(slot)}</span>}
    </Link>
  );
}
