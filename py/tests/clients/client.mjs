// Drives one of MCP's official TypeScript clients for test_clients.py.
//
// stdin: {"kind", "url", "credential", "calls": [[method of the client, ...arguments], ...]}
// stdout: {"connected": who answered in which protocol version,
//          "outcomes": [{"result"} or {"error": {"code", "message", "data"}}, ...]}
//
// The call ["hear", uri, tool call] is ours: it listens to a resource, makes the tool call, and its
// result is the URI of the first update that it hears.
//
// A connection that is refused is the only outcome. Tools are listed before the calls, as a client
// checks each answer against its output schema only once it knows that.
import { json } from "node:stream/consumers";

const KINDS = {
  v1: { sdk: importV1 },
  "v2-legacy": { sdk: importV2, mode: "legacy" },
  "v2-auto": { sdk: importV2, mode: "auto" },
};

async function importV1() {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const { ResourceUpdatedNotificationSchema: updated } = await import(
    "@modelcontextprotocol/sdk/types.js"
  );
  return { Client, StreamableHTTPClientTransport, updated };
}

async function importV2() {
  const sdk = await import("@modelcontextprotocol/client");
  return { ...sdk, updated: "notifications/resources/updated" };
}

async function outcome(promise) {
  try {
    return { result: await promise };
  } catch (error) {
    return { error: { code: error.code, message: error.message, data: error.data } };
  }
}

// Earlier protocols subscribe and take a schema; 2026-07-28 listens.
async function hear(client, uri, { name, arguments: args }) {
  const heard = new Promise((resolve) => {
    const note = (notification) => resolve(notification.params.uri);
    client.setNotificationHandler(updated, note);
  });
  if (transport.protocolVersion === "2026-07-28") {
    await client.listen({ resourceSubscriptions: [uri] });
  } else {
    await client.subscribeResource({ uri });
  }
  await client.callTool({ name, arguments: args });
  return heard;
}

const { kind, url, credential, calls } = await json(process.stdin);
const { sdk, mode } = KINDS[kind];
const { Client, StreamableHTTPClientTransport, updated } = await sdk();
const client = new Client(
  { name: "switchboard-tests", version: "1" },
  { versionNegotiation: { mode } },
);
const transport = new StreamableHTTPClientTransport(new URL(url), {
  requestInit: { headers: { Authorization: `Bearer ${credential}` } },
});

const answer = { outcomes: [] };
const opening = await outcome(client.connect(transport));
if (opening.error) {
  answer.outcomes.push(opening);
} else {
  answer.connected = {
    name: client.getServerVersion().name,
    instructions: client.getInstructions(),
    version: transport.protocolVersion,
  };
  await client.listTools();
  for (const [method, ...args] of calls) {
    const call = method === "hear" ? hear(client, ...args) : client[method](...args);
    answer.outcomes.push(await outcome(call));
  }
  await transport.terminateSession();
}
await client.close();
console.log(JSON.stringify(answer));
