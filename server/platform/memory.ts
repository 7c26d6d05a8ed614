/**
 * A process reads these only at its start (decision 0121). By default V8 gives young objects 134 MB, and the
 * C library keeps an arena for each thread: 300 MB of holes after a busy minute.
 */
export const memoryBounds = {
  flags: ['--max-semi-space-size=4'],
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1000000' },
}

/** Restarts this process with `memoryBounds`, under the same id, unless it was given some. */
export function boundMemory(given: NodeJS.ProcessEnv): void {
  const { flags, env } = memoryBounds
  if (process.platform !== 'linux' || given['MALLOC_MMAP_THRESHOLD_'] !== undefined) return
  const args = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, args, { ...given, ...env })
}
