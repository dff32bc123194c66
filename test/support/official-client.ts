import * as yellowstone from '@triton-one/yellowstone-grpc';

/** The package's types take its ES module for CommonJS, where the class would lie one level deeper. */
const Client = yellowstone.default as unknown as typeof yellowstone.default.default;

export type OfficialClient = InstanceType<typeof Client>;

/** The official native client as its manual shows it, reconnecting off. */
export async function connectOfficialClient(endpoint: string, xToken?: string): Promise<OfficialClient> {
  const client = new Client(endpoint, xToken, undefined, { enabled: false });
  await client.connect();
  return client;
}
