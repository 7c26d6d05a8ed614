import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { type Encodings, encodePicture } from '../../server/platform/picture-encoding.ts'
import { type Illustration, ofSamples, ofSchool, shareGrounds } from './catalogue.ts'

// `npm run draw -- NAME …`: draws the named pictures of the catalogue and writes their files. Without a name it draws
// all.

const folder = path.resolve(import.meta.dirname, '../../drawings/finished')

/**
 * Pictures are stored only as AVIF, encoded slowly and small. The server makes another format when a browser asks for
 * it (decision 0025).
 */
const encodings: Encodings = {
  name: 'illustration-1',
  isInEveryWidth: true,
  formats: { avif: (image) => image.avif({ quality: 46, effort: 4 }) },
}

/** The data of a picture's files that the pages need. */
interface Finished {
  base: string
  width: number
  height: number
  widths: number[]
  avifWidths: number[]
  color: string
}

const raster = ({ svg }: Illustration) => sharp(Buffer.from(svg))

/** Draws one picture again, and deletes its old files. */
async function drawPicture(name: string, illustration: Illustration, list: string): Promise<void> {
  const { base, width, height, widths, avifWidths, color } = await encodePicture(
    folder,
    await raster(illustration).png({ compressionLevel: 1 }).toBuffer(),
    { encodings },
  )
  const file = path.join(folder, list)
  const known = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, Finished>
  const before = known[name]
  for (const step of before?.avifWidths ?? []) {
    if (before?.base === base && avifWidths.includes(step)) continue
    await rm(path.join(folder, `${before?.base}-${step}.avif`), { force: true })
  }
  known[name] = { base, width, height, widths, avifWidths, color }
  const lines = Object.keys(known)
    .sort()
    .map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(known[key])}`)
  await writeFile(file, `{\n${lines.join(',\n')}\n}\n`)
}

async function drawGround(name: string, illustration: Illustration): Promise<void> {
  await raster(illustration)
    .avif({ quality: 60, effort: 4 })
    .toFile(path.join(folder, `${name}.avif`))
}

const shelves = [
  { pictures: ofSchool, write: (name: string, one: Illustration) => drawPicture(name, one, 'school.json') },
  { pictures: ofSamples, write: (name: string, one: Illustration) => drawPicture(name, one, 'samples.json') },
  { pictures: shareGrounds, write: drawGround },
]

const { positionals: wanted } = parseArgs({ allowPositionals: true })
const names = shelves.flatMap(({ pictures }) => Object.keys(pictures))
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`Not in the catalogue: ${unknown.join(', ')}. It has: ${names.join(', ')}.`)
  process.exit(1)
}
for (const { pictures, write } of shelves) {
  for (const [name, illustrate] of Object.entries(pictures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await write(name, illustrate())
    console.log(`${name}: drawn`)
  }
}
