import { readFileSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { createPictures } from './pictures.ts'

// Usage: node picture-memory.fixture.ts FILE FOLDER. Prints the bytes by which storing the picture in all its widths
// raised the peak memory of this process.
const [file, uploadsDir] = process.argv.slice(2) as [string, string]
const bytes = readFileSync(file)
const before = peak()
const pictures = createPictures({ uploadsDir, clock: systemClock })
await pictures.widen(await pictures.store(bytes, { bytesMax: 10 * 1024 * 1024 }))
process.stdout.write(String(peak() - before))

/** Linux counts the peak of the parent process in `maxRSS`, so another source is used there. */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
