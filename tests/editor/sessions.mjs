/* SPDX-License-Identifier: Apache-2.0 */
/* sessions.mjs TREE: what the protocol's test client sees: capabilities that are true, breaks, steps both ways, data, a hang. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const { DebugClient } = createRequire(import.meta.url)('@vscode/debugadapter-testsupport');
const tree = process.argv[2];
const KERNEL = `${tree}/traces/kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap`;
const HANG = `${tree}/traces/firmware/hang_deadlock.ttcap`;
const WORMHOLE = `${tree}/traces/kernels/wormhole_matmul_i8_nice.ttcap`;
const MATH = 7; /* pipe 1 */

async function session(name, act) {
  const client = new DebugClient('sh', `${process.cwd()}/adapter.sh`, 'tt-replay');
  client.defaultTimeout = 60000;
  await client.start();
  try {
    await act(client);
  } finally {
    await client.stop();
  }
  console.log(`ok      ${name}`);
}

const stopped = (client, promise) => Promise.all([client.waitForEvent('stopped'), promise]).then(([event]) => event.body);
const refused = (promise) => promise.then(() => assert.fail('not refused'), (error) => error.message);

/* Launches, and stands at the entry. */
async function open(client, program, more = {}) {
  await Promise.all([client.waitForEvent('initialized'), client.launch({ program, ...more })]);
  return stopped(client, client.configurationDoneRequest());
}

async function watch(client, place, accessType = 'write') {
  const { body } = await client.dataBreakpointInfoRequest({ name: place });
  assert.equal(body.dataId, place);
  assert.ok(body.accessTypes.includes(accessType));
  const set = await client.setDataBreakpointsRequest({ breakpoints: [{ dataId: place, accessType }] });
  assert.ok(set.body.breakpoints[0].verified, JSON.stringify(set.body));
}

const value = async (client, expression) => (await client.evaluateRequest({ expression, context: 'watch' })).body.result;

/* Each capability that is said is asked for. */
await session('capabilities', async (client) => {
  const { body } = await client.initializeRequest();
  await open(client, KERNEL, { at: 519 });
  const frame = (await client.stackTraceRequest({ threadId: MATH })).body.stackFrames[0];
  const { scopes } = (await client.scopesRequest({ frameId: frame.id })).body;
  const counters = scopes.find((scope) => scope.name === 'Counters').variablesReference;
  const address = frame.instructionPointerReference;
  const requests = {
    supportsConfigurationDoneRequest: null,
    supportsStepBack: () => stopped(client, client.stepBackRequest({ threadId: MATH })),
    supportsInstructionBreakpoints: () => client.customRequest('setInstructionBreakpoints', { breakpoints: [{ instructionReference: address }] }),
    supportsDataBreakpoints: () => watch(client, 'dst:0,0'),
    supportsDisassembleRequest: () => client.disassembleRequest({ memoryReference: address, instructionCount: 4 }),
    supportsReadMemoryRequest: () => client.customRequest('readMemory', { memoryReference: '0x60000', count: 16 }),
    supportsWriteMemoryRequest: () => client.customRequest('writeMemory', { memoryReference: '0x60000', data: 'AAAA' }),
    supportsEvaluateForHovers: () => client.evaluateRequest({ expression: 'dst:0,0', context: 'hover' }),
    supportsSetVariable: () => client.setVariableRequest({ variablesReference: counters, name: 'rwc_dst', value: '1' }),
    supportsSetExpression: () => client.customRequest('setExpression', { expression: 'dst:0,0', value: '1' }),
    supportsSteppingGranularity: () => stopped(client, client.stepInRequest({ threadId: MATH, granularity: 'instruction' })),
    supportsCompletionsRequest: async () => assert.ok((await client.completionsRequest({ text: 'w', column: 2 })).body.targets.length),
    supportsExceptionInfoRequest: async () => assert.match(await refused(client.exceptionInfoRequest({ threadId: MATH })), /goes on/),
    supportsRestartRequest: () => stopped(client, client.restartRequest({})),
    supportsTerminateRequest: () => Promise.all([client.waitForEvent('terminated'), client.terminateRequest()]),
  };
  assert.deepEqual(Object.keys(body).sort(), Object.keys(requests).sort());
  for (const [name, ask] of Object.entries(requests)) {
    assert.equal(body[name], true, name);
    await ask?.();
  }
});

/* A datum of Dst, a byte of L1, a field, a lane, a scalar register, a counter: the last writer, behind it and ahead of it. */
for (const [chip, program] of [['Blackhole', KERNEL], ['Wormhole', WORMHOLE]]) {
  await session(`data of ${chip}, both ways`, async (client) => {
    await open(client, program, { at: 'end' });
    for (const place of ['dst:0,0', 'cfg:THCON_SEC0_REG1_Out_data_format', 'gpr:0.4', 'state:rwc.1.dst', 'state:adc.2.pack.ch0.x']) {
      await watch(client, place);
      const after = await value(client, place);
      const back = await stopped(client, client.reverseContinueRequest({ threadId: MATH }));
      if (back.reason === 'entry') continue; /* nothing wrote there */
      assert.equal(back.reason, 'data breakpoint', place);
      const forward = await stopped(client, client.continueRequest({ threadId: MATH }));
      assert.equal(forward.reason, 'data breakpoint', place);
      assert.equal(await value(client, place), after, place);
      await client.evaluateRequest({ expression: 'goto end', context: 'repl' });
    }
  });
}

await session('a hang from behind', async (client) => {
  const events = [];
  client.on('stopped', (event) => events.push(event.body.reason));
  await Promise.all([client.waitForEvent('initialized'), client.launch({ program: HANG, stopOnEntry: false })]);
  const end = await stopped(client, client.configurationDoneRequest());
  assert.equal(end.reason, 'exception');
  const info = (await client.exceptionInfoRequest({ threadId: end.threadId })).body;
  assert.equal(info.exceptionId, 'hang');
  assert.match(info.description, /pipe 2 waits for semaphore 1/);
  const back = await stopped(client, client.stepBackRequest({ threadId: 2 }));
  assert.equal(back.threadId, 2);
  assert.equal((await client.threadsRequest()).body.threads.length, 8);
  assert.deepEqual(events, ['exception', 'step']);
});

if (existsSync('busy.ttcap')) {
  const source = `${tree}/tests/debug/busy.c`;
  await session('lines', async (client) => {
    await client.hitBreakpoint({ program: 'busy.ttcap', stopOnEntry: false }, { path: source, line: 19 });
    await Promise.all([client.nextRequest({ threadId: 2 }), client.assertStoppedLocation('step', { path: source, line: 20 })]);
    await Promise.all([client.stepBackRequest({ threadId: 2 }), client.assertStoppedLocation('breakpoint', { path: source, line: 19 })]);
    await Promise.all([client.stepInRequest({ threadId: 2 }), client.assertStoppedLocation('step', { path: source, line: 11 })]);
    await Promise.all([client.stepOutRequest({ threadId: 2 }), client.assertStoppedLocation('step', { path: source, line: 19 })]);
  });
  await session('a pause', async (client) => {
    await open(client, 'busy.ttcap');
    await client.continueRequest({ threadId: 2 });
    assert.equal(await refused(client.stackTraceRequest({ threadId: 2 })), 'notStopped');
    assert.equal((await stopped(client, client.pauseRequest({ threadId: 2 }))).reason, 'pause');
    await client.continueRequest({ threadId: 2 });
  });
} else {
  console.log('skipped lines: no compiler for the cores');
}
