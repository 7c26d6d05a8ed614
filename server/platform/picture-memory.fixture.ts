import { readFileSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { createPictures } from './pictures.ts'

// Usage: node picture-memory.fixture.ts FILE FOLDER. Stores the picture in all its widths, and prints by how many bytes
// this raised the peak memory of the process.
const [file, uploadsDir] = process.argv.slice(2) as [string, string]
const bytes = readFileSync(file)
const before = peak()
const pictures = createPictures({ uploadsDir, clock: systemClock })
await pictures.widen(await pictures.store(bytes, { bytesMax: 10 * 1024 * 1024 }))
process.stdout.write(String(peak() - before))

/**
 * The peak is read from `/proc` on Linux, because `maxRSS` also includes the peak of the parent process there.
 */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
