import { formatCount } from '../../../model/numbers.ts';
import { Copyable } from '../../../parts/copyable.tsx';

/** The program logs of a simulation, collapsed. */
export function Logs({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="fold">
      <summary>What the programs said, {formatCount(lines.length, 'line')}</summary>
      <Copyable text={lines.join('\n')} what="the lines" />
    </details>
  );
}
