import type { JsonSchema } from '../openapi/schemas.ts';
import { type Html, html, prose } from './html.ts';

/** One named shape, member by member. */
export function schemaSection(name: string, schema: JsonSchema): Html {
  const required = new Set((schema.required as readonly string[] | undefined) ?? []);
  const members = Object.entries((schema.properties as Record<string, JsonSchema> | undefined) ?? {});
  return html`<section class="shape" id="schema-${name}">
<h3>${name}</h3>
${schema.description !== undefined && html`<p>${prose(String(schema.description))}</p>`}
<div class="scroll"><table>
<thead><tr><th>Member</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${members.map(([member, shape]) => memberRow(member, shape, required.has(member)))}</tbody>
</table></div>
</section>`;
}

function memberRow(name: string, schema: JsonSchema, required: boolean): Html {
  return html`<tr><td><code>${name}</code>${!required && html` <span class="note">optional</span>`}</td>
<td>${typeOf(schema)}</td><td>${prose(String(schema.description ?? ''))}</td></tr>`;
}

/** The type of a value in a few words, with a link if it is a named shape. */
export function typeOf(schema: JsonSchema): Html {
  if (typeof schema.$ref === 'string') return reference(schema.$ref);
  for (const key of ['allOf', 'anyOf'] as const) {
    const options = schema[key] as readonly JsonSchema[] | undefined;
    if (options !== undefined) {
      return html`${options.map((option, index) => html`${index > 0 && ' or '}${typeOf(option)}`)}`;
    }
  }
  if (schema.enum !== undefined) {
    const values = schema.enum as readonly unknown[];
    return html`${values.map((value, index) => html`${index > 0 && ' · '}<code>${String(value)}</code>`)}`;
  }
  if (schema.type === 'array') return html`array of ${typeOf((schema.items ?? {}) as JsonSchema)}`;
  return html`${String(schema.type ?? 'any')}${formatOf(schema)}`;
}

function formatOf({ format, minimum, maximum, default: fallback }: JsonSchema): Html {
  const bounded = minimum !== undefined && maximum !== undefined;
  return html`${format !== undefined && html` <span class="note">${String(format)}</span>`}${
    bounded && html` <span class="note">${String(minimum)} to ${String(maximum)}</span>`
  }${fallback !== undefined && html` <span class="note">default ${String(fallback)}</span>`}`;
}

function reference(pointer: string): Html {
  const name = pointer.split('/').at(-1) ?? '';
  return html`<a href="#schema-${name}">${name}</a>`;
}
