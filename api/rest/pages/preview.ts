import { escapeHtml } from '../../../core/kernel/html.ts';

/** What a page says of itself to those who do not run it: chats that show links, search engines, readers without scripts. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** The page's own address. */
  readonly url: string;
}

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description" content="[^"]*"\s*\/?>/;
const NO_SCRIPT = '<noscript>';

/** The document with a preview in place of its general title and description; all of it is escaped. */
export function withPreview(document: string, { title, description, url }: Preview): string {
  const [name, text] = [escapeHtml(title), escapeHtml(description)];
  const named = [
    ['og:type', 'website'],
    ['og:site_name', 'Launchlens'],
    ['og:title', name],
    ['og:description', text],
    ['og:url', escapeHtml(url)],
  ].map(([property, content]) => `<meta property="${property}" content="${content}" />`);
  const head = [
    `<title>${name} · Launchlens</title>`,
    `<meta name="description" content="${text}" />`,
    '<meta name="twitter:card" content="summary" />',
    ...named,
  ].join('\n    ');
  // Replaced by functions, because a text may have patterns of a replacement.
  return document
    .replace(DESCRIPTION, '')
    .replace(TITLE, () => head)
    .replace(NO_SCRIPT, () => `${NO_SCRIPT}<h1>${name}</h1><p>${text}</p>`);
}
