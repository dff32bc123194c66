import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface PageDocument {
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
        <a href="./openapi.json">REST</a>, <a href="./graphql">GraphQL</a>.</p>
    </main>
  </body>
</html>
`;

/**
 * A document that the build wrote, read once. It is served at paths of any depth, so its relative addresses become
 * absolute ones below `prefix`, the path of the API's public URL.
 */
export function pageDocument(file: string, prefix: string): PageDocument {
  const page = built(file) ?? NOT_BUILT;
  const html = Buffer.from(page.replaceAll('="./', `="${prefix}/`));
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
}

function built(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
