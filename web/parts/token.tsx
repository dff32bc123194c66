import { useTokenIcon } from '../data/token-icon.ts';
import type { TokenName } from '../data/token-names.ts';
import { shortKey } from '../model/keys.ts';
import { KeyText } from './values.tsx';

/** The icon that a token chose, where the operator allows its host. */
function TokenIcon({ token }: { readonly token: TokenName | undefined }) {
  const icon = useTokenIcon(token?.icon);
  if (icon === undefined) return null;
  return <img className="token-icon" src={icon} alt="" width={20} height={20} referrerPolicy="no-referrer" />;
}

/** The name and the symbol that a token chose for itself. Set apart, so that no direction of text leaves it. */
function TokenTitle({ token }: { readonly token: TokenName | undefined }) {
  if (token === undefined) return null;
  const { name, symbol } = token;
  return (
    <bdi className="token-name" title="As the token calls itself. Names are not unique: compare the mint.">
      {name ?? symbol}
      {name !== null && symbol !== null && <span className="unit"> {symbol}</span>}
    </bdi>
  );
}

interface TokenTextProps {
  readonly mint: string;
  readonly token: TokenName | undefined;
  /** Of the mint, in a public explorer. */
  readonly href?: string | undefined;
  /** Inside a link, where nothing else can be pressed. */
  readonly plain?: boolean;
}

/** A token: its name if it has one, and always its mint, because anybody can choose any name. */
export function TokenText({ mint, token, href, plain = false }: TokenTextProps) {
  return (
    <span className="token">
      <TokenIcon token={token} />
      <TokenTitle token={token} />
      {plain ? (
        <span className="key quiet" title={mint}>
          {shortKey(mint)}
        </span>
      ) : (
        <KeyText value={mint} what={`mint ${shortKey(mint)}`} href={href} />
      )}
    </span>
  );
}
