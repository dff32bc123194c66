import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AnswerBody } from '../../../core/kernel/answer-body.ts';
import { contentSecurityPolicy } from '../../../core/kernel/html.ts';

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Ccircle cx=%228%22 cy=%228%22 r=%227%22 fill=%22%235b5bd6%22/%3E%3C/svg%3E';

/** GraphiQL with everything included, so that it works offline and loads nothing from third parties. */
export type GraphiqlPage = Awaited<ReturnType<typeof graphiqlPage>>;

/** Creates the page on the first request, because it has nine megabytes. */
export async function graphiqlPage() {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const text = renderGraphiQL({
    title: 'Launchlens GraphQL',
    favicon: ICON,
    defaultTabs: exampleTabs(),
    shouldPersistHeaders: false,
    isHeadersEditorEnabled: true,
  });
  const html = Buffer.from(text);
  const script = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] ?? '';
  const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('base64');
  return {
    html: new AnswerBody(html, await promisify(gzip)(html)),
    etag: `"${digest(html).slice(0, 22)}"`,
    /** Allows the page's own script and nothing from elsewhere. */
    contentSecurityPolicy: policy(digest(script)),
  };
}

/** The editor creates workers from blobs and styles at run time. */
function policy(scriptDigest: string): string {
  return contentSecurityPolicy({
    'default-src': "'none'",
    'script-src': `'sha256-${scriptDigest}' blob:`,
    'worker-src': 'blob:',
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'font-src': 'data:',
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
}

const DIRECTORY = new URL('../../../schemas/graphql/examples/', import.meta.url);

/** Worked examples, one per tab, each of which runs unchanged. */
export function exampleTabs(): { readonly query: string }[] {
  return readdirSync(fileURLToPath(DIRECTORY))
    .sort()
    .map((name) => ({ query: readFileSync(new URL(name, DIRECTORY), 'utf8') }));
}
