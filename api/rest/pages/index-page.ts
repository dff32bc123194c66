import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface IndexPage {
  readonly html: Buffer;
  readonly etag: string;
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>Launchlens</title></head>
  <body>
    <main>
      <h1>The pages are not built</h1>
      <p>Run <code>npm run build</code> where Launchlens is installed, and start it again. Everything else works:
        <a href="./docs">REST</a>, <a href="./graphql">GraphQL</a>.</p>
    </main>
  </body>
</html>
`;

/**
 * The one document of all pages, read once. It is served at paths of any depth, so its relative addresses become
 * absolute ones below `prefix`, the path of the API's public URL.
 */
export function indexPage(directory: string, prefix: string): IndexPage {
  const page = builtPage(directory) ?? NOT_BUILT;
  const html = Buffer.from(page.replaceAll('="./', `="${prefix}/`));
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
}

function builtPage(directory: string): string | undefined {
  try {
    return readFileSync(resolve(directory, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
