// SPDX-License-Identifier: Apache-2.0
// client.mjs TT-REPLAY ROOT: the protocol's own public client speaks with `tt-replay mcp`: tools, a call, a resource, progress.
import {Client} from "@modelcontextprotocol/sdk/client/index.js";
import {StdioClientTransport} from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert";

const [tool, root] = process.argv.slice(2);
const client = new Client({name: "test", version: "1"});
await client.connect(new StdioClientTransport({command: tool, args: ["mcp", "--root", root]}));
const {tools} = await client.listTools();
assert(tools.length >= 17 && tools.every((one) => one.inputSchema.type === "object"));
const said = await client.callTool({name: "explain", arguments: {capture: "bad.ttcap", budget: 2000}});
assert.equal(said.structuredContent.exit_status, 1);
const bisect = JSON.parse(said.content[0].text).bisect;
assert.deepEqual(bisect.explanations[0].changes.map((one) => one.field), ["STACC_RELU_ApplyRelu"]);
const proof = await client.callTool({name: "replay", arguments: {capture: "bad.ttcap", set: ["STACC_RELU_ApplyRelu=1"], output: "run.db"}});
assert.equal(proof.structuredContent.exit_status, 0);
await client.callTool({name: "report", arguments: {database: "run.db", output: "run.html"}});
const {resources} = await client.listResources();
assert(resources.some((one) => one.uri === "file:run.html"));
assert((await client.readResource({uri: "file:run.html"})).contents[0].text.startsWith("<!"));
assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
await assert.rejects(client.readResource({uri: "file:absent.html"}));
assert.equal((await client.callTool({name: "info", arguments: {capture: "/etc/passwd"}})).isError, true);
let heard = 0;
await client.callTool({name: "census", arguments: {instruction: "ELWMUL", population: "all", second: "all", jobs: 1, "max-time": 4}},
    undefined, {onprogress: () => heard++});
assert(heard >= 1);
await client.close();
console.log(`as agreed: ${tools.length} tools, ${resources.length} resources, ${heard} words of progress`);
