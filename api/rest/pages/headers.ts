import { COMMON_HEADERS } from '../headers.ts';

/** Everything of a page comes from here; nothing is inline, framed or from third parties. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

const UNUSED = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'serial', 'hid'];

/** Headers of every page and its files. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'content-security-policy': Object.entries(POLICY)
    .map((rule) => rule.join(' '))
    .join('; '),
  'cross-origin-opener-policy': 'same-origin',
  // Pages are for the people who opened them, not for other scripts.
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': UNUSED.map((name) => `${name}=()`).join(', '),
};
