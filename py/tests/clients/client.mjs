// Drives one of MCP's official TypeScript clients for test_clients.py.
//
// stdin: {"kind", "url", "credential", "calls": [[method of the client, ...arguments], ...]}
// stdout: {"connected": who answered in which protocol version,
//          "outcomes": [{"result"} or {"error": {"code", "message", "data"}}, ...]}
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
  return { Client, StreamableHTTPClientTransport };
}

function importV2() {
  return import("@modelcontextprotocol/client");
}

async function outcome(promise) {
  try {
    return { result: await promise };
  } catch (error) {
    return { error: { code: error.code, message: error.message, data: error.data } };
  }
}

const { kind, url, credential, calls } = await json(process.stdin);
const { sdk, mode } = KINDS[kind];
const { Client, StreamableHTTPClientTransport } = await sdk();
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
    answer.outcomes.push(await outcome(client[method](...args)));
  }
  await transport.terminateSession();
}
await client.close();
console.log(JSON.stringify(answer));
