import { escapeHtml } from '../../../core/kernel/escape-html.ts';

/** Markup that is safe to insert unescaped. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** Builds markup; every inserted string is escaped unless it is markup itself. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: fixed.map((text, index) => text + render(parts[index])).join('') };
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(part);
  if ('markup' in part) return part.markup;
  return part.map(render).join('');
}

/** Text with marked `code`, as in descriptions. */
export function prose(text: string): Html {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}
