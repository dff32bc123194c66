import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../openapi/document.ts';
import { METHODS } from '../openapi/operation.ts';
import { type Html, html, prose } from './html.ts';
import { type DescribedOperation, operationSection } from './operation-section.ts';
import { schemaSection } from './schema-section.ts';

const STYLE = readFileSync(new URL('style.css', import.meta.url), 'utf8');

export interface DocsPage {
  readonly html: string;
  /** Allows the page's own style and nothing else. */
  readonly contentSecurityPolicy: string;
}

/** The API reference as one page that loads nothing else. */
export function docsPage(document: OpenApiDocument): DocsPage {
  const styleHash = createHash('sha256').update(STYLE).digest('base64');
  return {
    html: `<!doctype html>\n${page(document).markup}`,
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
  };
}

function page(document: OpenApiDocument): Html {
  const { info, tags, servers, components } = document;
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} API</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<nav aria-label="Contents">${contents(document)}</nav>
<main>
<header>
<h1>${info.title} API <span class="note">${info.version}</span></h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<p>Base address: <code>${servers[0]?.url ?? ''}</code> · <a href="/openapi.json">openapi.json</a></p>
</header>
${tags.map(({ name, description }) => html`<h2>${name}</h2><p>${description}</p>${operationsOf(document, name)}`)}
<h2>Shapes</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))}
</main>
</body>
</html>
`;
}

function contents({ tags, paths, components }: OpenApiDocument): Html {
  const shapes = Object.keys(components.schemas);
  return html`${tags.map(
    ({ name }) =>
      html`<p>${name}</p><ul>${listed(paths, name).map(
        ({ path, operation }) => html`<li><a href="#${operation.operationId}">${path}</a></li>`,
      )}</ul>`,
  )}<p>Shapes</p><ul>${shapes.map((name) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>`;
}

function operationsOf({ paths }: OpenApiDocument, tag: string): Html {
  return html`${listed(paths, tag).map(operationSection)}`;
}

/** The operations of a tag, ordered by path. */
function listed(paths: OpenApiDocument['paths'], tag: string): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation?.tags.includes(tag) ? [{ method, path, operation }] : [];
    }),
  );
}
