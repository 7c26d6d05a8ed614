/**
 * These settings are read only at the start of a process (decision 0121). By default V8 reserves 134 MB for young
 * objects, and the C library keeps an arena per thread: 300 MB of unused memory after a busy minute.
 */
export const memoryBounds = {
  flags: ['--max-semi-space-size=4'],
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1000000' },
}

/** Restarts the process under the same id with `memoryBounds`, unless it was started with such settings. */
export function boundMemory(given: NodeJS.ProcessEnv): void {
  const { flags, env } = memoryBounds
  if (process.platform !== 'linux' || given['MALLOC_MMAP_THRESHOLD_'] !== undefined) return
  const args = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, args, { ...given, ...env })
}
