// Runs a module of this folder in a process of its own. Each message calls one function of the module and gets the
// result as the answer. The message 'cpu' is left to `report-cpu.mjs`.
type Functions = Record<string, (...given: unknown[]) => unknown>

// The import is awaited later, because a message that comes while the module loads must find the listener.
const loading = import(`./${process.argv[2]}`) as Promise<Functions>

process.on('message', async (asked: 'cpu' | { name: string; given: unknown[] }) => {
  if (asked === 'cpu') return
  const functions = await loading
  process.send?.({ answer: await functions[asked.name]?.(...asked.given) })
})
