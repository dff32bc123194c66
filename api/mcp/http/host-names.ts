const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const UNSPECIFIED = ['0.0.0.0', '[::]'];
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/;

export interface Addresses {
  /** How the world sees the API. */
  readonly publicUrl?: string | undefined;
  /** Name or address that it listens on. */
  readonly listenHost?: string | undefined;
}

/**
 * The names under which a surface answers. A page whose own name was pointed at this server (DNS rebinding) sends
 * that name, and is refused by it whatever origins are allowed.
 */
export function hostNames({ publicUrl, listenHost }: Addresses): ReadonlySet<string> {
  const named = publicUrl ? [new URL(publicUrl).hostname] : [];
  const listening = listenHost ? [listenHost.includes(':') ? `[${listenHost}]` : listenHost] : [];
  const names = [...LOOPBACK, ...named, ...listening].map((name) => name.toLowerCase());
  return new Set(names.filter((name) => !UNSPECIFIED.includes(name)));
}

/** The name in a Host header without its port; undefined when it is none. */
export function hostNameOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : HOST.exec(header.toLowerCase())?.[1];
}
