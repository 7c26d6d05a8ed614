import { readFileSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { createPictures } from './pictures.ts'

// node picture-memory.fixture.ts FILE FOLDER: prints by how many bytes storing the picture in all its widths raised this process's peak.
const [file, uploadsDir] = process.argv.slice(2) as [string, string]
const bytes = readFileSync(file)
const before = peak()
const pictures = createPictures({ uploadsDir, clock: systemClock })
await pictures.widen(await pictures.store(bytes, { bytesMax: 10 * 1024 * 1024 }))
process.stdout.write(String(peak() - before))

/** On Linux `maxRSS` begins with the peak of the process that started this one, so it is not asked there. */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
