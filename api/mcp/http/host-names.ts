const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const UNSPECIFIED = ['0.0.0.0', '[::]'];
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/;

export interface Addresses {
  /** The public URL of the API. */
  readonly publicUrl?: string | undefined;
  /** The name or address that it listens on. */
  readonly listenHost?: string | undefined;
}

/**
 * The host names of a surface. A page whose own name points to this server (DNS rebinding) sends that name, and is
 * refused whatever origins are allowed.
 */
export function hostNames({ publicUrl, listenHost }: Addresses): ReadonlySet<string> {
  const named = publicUrl ? [new URL(publicUrl).hostname] : [];
  const listening = listenHost ? [listenHost.includes(':') ? `[${listenHost}]` : listenHost] : [];
  const names = [...LOOPBACK, ...named, ...listening].map((name) => name.toLowerCase());
  return new Set(names.filter((name) => !UNSPECIFIED.includes(name)));
}

/** The name in a Host header without its port; undefined if invalid. */
export function hostNameOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : HOST.exec(header.toLowerCase())?.[1];
}
