// This runs a module of this folder in a process of its own, and answers each message by one call of its functions.
// `report-cpu.mjs` answers the message 'cpu'.
type Functions = Record<string, (...given: unknown[]) => unknown>

// It is awaited later: a message that comes while the module loads would find no listener.
const loading = import(`./${process.argv[2]}`) as Promise<Functions>

process.on('message', async (asked: 'cpu' | { name: string; given: unknown[] }) => {
  if (asked === 'cpu') return
  const functions = await loading
  process.send?.({ answer: await functions[asked.name]?.(...asked.given) })
})
