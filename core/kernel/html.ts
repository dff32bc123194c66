const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or an attribute. */
export function escapeHtml(text: string | number): string {
  return String(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The value of a `Content-Security-Policy` header. */
export function contentSecurityPolicy(rules: Readonly<Record<string, string>>): string {
  return Object.entries(rules)
    .map((rule) => rule.join(' '))
    .join('; ');
}
