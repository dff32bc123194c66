import type {
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
} from '../openapi/operation.ts';
import { type Html, html, prose } from './html.ts';
import { typeOf } from './schema-section.ts';

export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** One path of the API: its parameters and answers. */
export function operationSection({ method, path, operation }: DescribedOperation): Html {
  const { operationId, summary, description, parameters, requestBody, responses, security } = operation;
  return html`<section class="operation" id="${operationId}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p class="summary">${summary}</p>
<p>${prose(description)}</p>
${security.length > 0 && html`<p class="note">Needs a bearer token.</p>`}
${parameters.length > 0 && parameterTable(parameters)}
${requestBody !== undefined && bodyBlock(requestBody)}
<h4>Answers</h4>
${Object.entries(responses).map(([status, response]) => responseBlock(status, response))}
</section>`;
}

function bodyBlock({ content }: RequestBodyObject): Html {
  return html`<h4>Body</h4>${Object.entries(content).map(
    ([type, { schema, example }]) =>
      html`<p class="note">${type} · ${typeOf(schema)}</p>${
        example !== undefined &&
        html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`
      }`,
  )}`;
}

function parameterTable(parameters: readonly ParameterObject[]): Html {
  return html`<h4>Parameters</h4>
<div class="scroll"><table>
<thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${parameters.map(parameterRow)}</tbody>
</table></div>`;
}

function parameterRow({ name, in: place, required, schema, description }: ParameterObject): Html {
  return html`<tr><td><code>${name}</code>${required && html` <span class="note">required</span>`}</td>
<td>${place}</td><td>${typeOf(schema)}</td><td>${prose(description)}</td></tr>`;
}

function responseBlock(status: string, { description, content }: ResponseObject): Html {
  const [[type, media] = []] = Object.entries(content ?? {});
  const kind = status.startsWith('2') ? 'good' : status.startsWith('3') ? 'same' : 'bad';
  return html`<details class="${kind}"${status === '200' && media?.example !== undefined && html` open`}>
<summary><b>${status}</b> ${prose(description)}</summary>
${media !== undefined && html`<p class="note">${type ?? ''} · ${typeOf(media.schema)}</p>`}
${media?.example !== undefined && html`<pre tabindex="0"><code>${JSON.stringify(media.example, null, 2)}</code></pre>`}
</details>`;
}
