/** Stylesheets that the build includes. */
declare module '*.css';

/** Files that the build puts next to the scripts: their addresses. */
declare module '*.json?url' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: the build's own shape of such a module.
  export default address;
}
