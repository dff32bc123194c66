import { contentSecurityPolicy } from '../../../core/kernel/html.ts';
import { COMMON_HEADERS } from '../headers.ts';

/**
 * Everything of a page comes from here; nothing is inline or framed. From others come only the icons of tokens, with their
 * descriptions, from the hosts that the operator allows.
 */
function policyOf(iconHosts: readonly string[]): string {
  const allowed = iconHosts.map((host) => ` https://${host}`).join('');
  return contentSecurityPolicy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' data:${allowed}`,
    'connect-src': `'self'${allowed}`,
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
}

const UNUSED = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'serial', 'hid'];

/** Headers of every page and its files. */
export const pageHeaders = (iconHosts: readonly string[] = []): Readonly<Record<string, string>> => ({
  ...COMMON_HEADERS,
  'content-security-policy': policyOf(iconHosts),
  'cross-origin-opener-policy': 'same-origin',
  // Pages are for the people who opened them, not for other scripts.
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': UNUSED.map((name) => `${name}=()`).join(', '),
});
