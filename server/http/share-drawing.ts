import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import type { FocusPoint } from '../../contract/primitives.ts'
import { type ShareFacts, shareSize } from '../../contract/site/share-pictures.ts'
import { logo } from '../../drawings/logo.ts'
import { escapeXml } from './site-files.ts'

// The picture library reads no CSS, so these constants repeat the colours of the light theme (web/ui/tokens.css).
const paper = '#fcfaf4'
const ink = '#2e1a28'
const leaf = '#185b37'
const roseInk = '#a61f47'

const { width, height } = shareSize
const margin = 72
const textWidth = 560
const gap = 44
const arch = { left: 690, top: 56, width: 454, height: height - 56 }

const fonts = path.join(import.meta.dirname, 'share-fonts')
const display = { family: 'Fraunces,Mukta Malar SemiBold,', file: path.join(fonts, 'fraunces-latin.ttf') }
const text = { family: 'Mukta Malar SemiBold,Fraunces,', file: path.join(fonts, 'mukta-malar-latin.ttf') }

/** The library keeps a loaded font until the process ends. */
let fontsLoaded: Promise<unknown> | null = null
function loadFonts(): Promise<unknown> {
  fontsLoaded ??= Promise.all(
    ['fraunces-latin-ext.ttf', 'mukta-malar-tamil.ttf'].map((file) =>
      sharp({ text: { text: '₹', fontfile: path.join(fonts, file), font: 'Fraunces 10' } })
        .raw()
        .toBuffer(),
    ),
  )
  return fontsLoaded
}

export interface ShareWords {
  facts: ShareFacts
  notes: string[]
  photograph: string | null
  /** The part of the photograph that stays visible. If undefined, the picture library chooses the part. */
  focus: FocusPoint | undefined
  logo: string | null
  ground: string
}

export async function drawSharePicture(words: ShareWords): Promise<Buffer> {
  const { facts, notes, photograph } = words
  await loadFonts()
  const photo = photograph === null ? null : await archOf(photograph, words.focus)
  const ground =
    photo === null
      ? sharp(words.ground)
      : sharp({ create: { width, height, channels: 3, background: paper } })

  const layers: OverlayOptions[] = photo === null ? [] : [photo]
  const mark = await markOf(words.logo)
  layers.push({ input: mark.data, left: margin, top: margin + 22 - Math.round(mark.height / 2) })
  const nameLeft = margin + mark.width + 18
  const name = await line(`${facts.school}, ${facts.city}`, {
    ...display,
    size: 34,
    color: leaf,
    width: margin + textWidth - nameLeft,
  })
  layers.push({ input: name.data, left: nameLeft, top: Math.round(margin + 22 - name.height / 2) })

  const lines = await Promise.all(
    notes.map((note, at) =>
      line(note, at === 0 ? { ...text, size: 34, color: roseInk } : { ...display, size: 42, color: ink }),
    ),
  )
  const notesHeight = lines.reduce((sum, { height }) => sum + height + 14, 0)
  const titleTop = 160
  const title = await titleOf(facts.title, height - titleTop - notesHeight - gap - margin)
  let top = titleTop + Math.max(0, (height - margin - titleTop - title.height - notesHeight - gap) / 2)
  layers.push({ input: title.data, left: margin, top: Math.round(top) })
  top += title.height + gap
  for (const note of lines) {
    layers.push({ input: note.data, left: margin, top: Math.round(top) })
    top += note.height + 14
  }
  return ground
    .composite(layers)
    .flatten({ background: paper })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

/** The school's own logo, which may be up to three times as wide as the drawn logo. */
async function markOf(file: string | null): Promise<{ data: Buffer; width: number; height: number }> {
  if (file === null) {
    const drawn = logo().replace('<svg ', `<svg width="60" height="60" style="color:${leaf}" `)
    return { data: Buffer.from(drawn), width: 60, height: 60 }
  }
  const { data, info } = await sharp(file)
    .resize({ width: 180, height: 60, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

interface Look {
  family: string
  file: string
  size: number
  color: string
  spacing?: number
  width?: number
}

async function lettering(words: string, look: Look) {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${look.color}">${escapeXml(words)}</span>`,
      font: `${look.family} ${look.size}`,
      fontfile: look.file,
      width: look.width ?? textWidth,
      rgba: true,
      ...(look.spacing === undefined ? {} : { spacing: look.spacing }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, height: info.height, width: info.width }
}

async function line(words: string, look: Look) {
  let shown = await lettering(words, look)
  for (let rest = words; shown.height > look.size * 1.9 && rest.includes(' '); ) {
    rest = rest.slice(0, rest.lastIndexOf(' '))
    shown = await lettering(`${rest}…`, look)
  }
  return shown
}

const titleSizes = [76, 66, 58, 50, 42, 36]

async function titleOf(title: string, heightMax: number): Promise<{ data: Buffer; height: number }> {
  let shown: Awaited<ReturnType<typeof lettering>> | undefined
  for (const size of titleSizes) {
    shown = await lettering(title, { ...display, size, color: ink, spacing: Math.round(size * -0.12) })
    if (shown.height <= heightMax && shown.width <= textWidth) return shown
  }
  const { data, info } = await sharp(shown?.data)
    .resize({
      width: textWidth,
      height: Math.floor(heightMax),
      fit: 'cover',
      position: 'left top',
      withoutEnlargement: true,
    })
    .toBuffer({ resolveWithObject: true })
  return { data, height: info.height }
}

async function archOf(file: string, focus: FocusPoint | undefined): Promise<OverlayOptions> {
  const radius = arch.width / 2
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${arch.width}" height="${arch.height}"><path d="M0 ${arch.height}V${radius}A${radius} ${radius} 0 0 1 ${arch.width} ${radius}V${arch.height}Z"/></svg>`
  const shown = focus
    ? await croppedAround(file, focus)
    : sharp(file).resize({ width: arch.width, height: arch.height, fit: 'cover', position: 'attention' })
  const input = await shown
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
  return { input, left: arch.left, top: arch.top }
}

/** Crops a photograph so that the point is as near to the middle as the edges of the photograph allow. */
async function croppedAround(file: string, { x, y }: FocusPoint) {
  const photograph = sharp(file)
  const original = await photograph.metadata()
  const scale = Math.max(arch.width / original.width, arch.height / original.height)
  const full = {
    width: Math.max(arch.width, Math.round(original.width * scale)),
    height: Math.max(arch.height, Math.round(original.height * scale)),
  }
  const start = (percent: number, whole: number, part: number) =>
    Math.min(whole - part, Math.max(0, Math.round((whole * percent) / 100 - part / 2)))
  const left = start(x, full.width, arch.width)
  const top = start(y, full.height, arch.height)
  const scaled = await photograph.resize({ ...full, fit: 'fill' }).toBuffer()
  return sharp(scaled).extract({ left, top, width: arch.width, height: arch.height })
}
