/**
 * V8 and the C library read these only at a process's start (decision 0121). By default V8 gives young objects 134 MB,
 * and the C library keeps an arena for each thread with large freed blocks in it: 300 MB of holes after a busy minute.
 */
export const memoryBounds = {
  flags: ['--max-semi-space-size=4'],
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1000000' },
}

/** Restarts this process with `memoryBounds`, under the same id, unless it has them or was given others. */
export function boundMemory(given: NodeJS.ProcessEnv): void {
  const { flags, env } = memoryBounds
  if (process.platform !== 'linux' || given['MALLOC_MMAP_THRESHOLD_'] !== undefined) return
  const args = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, args, { ...given, ...env })
}
