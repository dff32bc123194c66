/** Sheets that the build takes up. */
declare module '*.css';

/** Files that the build puts beside the scripts: their addresses. */
declare module '*.json?url' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: the build's own shape of such a module.
  export default address;
}
