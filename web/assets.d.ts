/** Stylesheets that the build includes. */
declare module '*.css';

/** The example of a harness report, which the build puts next to the scripts: its address. */
declare module 'virtual:example-report' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: the build's own shape of such a module.
  export default address;
}

/** The API reference page, as its authors bundled it. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  // biome-ignore lint/style/noDefaultExport: its authors' own shape.
  export default function swaggerUi(options: Readonly<Record<string, unknown>>): void;
}
