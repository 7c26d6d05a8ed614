import { createHash, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import { DomainError, refusal } from '../../contract/errors.ts'
import { syncFolder, touch, writeWhole } from './files.ts'
import { plainWidthsFor, widthMax, widthsFor } from './picture-widths.ts'

export type StoredPicture = Awaited<ReturnType<typeof encodePicture>>

// One thread encodes, so that the other core serves pages.
sharp.concurrency(1)
// No picture is read twice, and the cache took a third of a large picture's memory.
sharp.cache(false)

/**
 * Visitors' browsers shrink pictures to this width in pixels. AVIF encoding takes 21 MB of memory at this width, and 54
 * MB at the largest width.
 */
const widthOfVisitorMax = 1024

/** The limit for formats that are decoded row by row, which need little memory. */
const pixelsMax = 60_000_000
/** The limit for a decoded picture. Encoding a picture of this size takes 256 MB in all. */
const heldBytesMax = 210_000_000
/**
 * Lower than the limit for staff, because browsers shrink visitors' pictures, and many may arrive at the busiest time.
 */
const heldBytesOfVisitorMax = 100_000_000
/**
 * The bytes of memory per pixel, measured for formats that are decoded as a whole. Pictures with more bits per colour
 * take more.
 */
const heldBytesPerPixel = { jpeg: 8, png: 10, webp: 8, gif: 8, tiff: 20, heif: 20 }
/** CMYK with transparency has five channels; a TIFF may claim thousands. */
const channelsMax = 5

export interface Encodings {
  name: string
  isInEveryWidth: boolean
  formats: Record<string, (image: Sharp) => Sharp>
}

const ofUploads = {
  name: 'malar-1',
  isInEveryWidth: false,
  formats: {
    jpg: (image) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }),
    webp: (image) => image.webp({ quality: 78, effort: 2 }),
    // Effort 2 takes 8 times as long as effort 0, and gains 0.6 dB of quality (measured on a photograph of 9 MB at 1600
    // px).
    avif: (image) => image.avif({ quality: 52, effort: 0 }),
  },
} satisfies Encodings

/** The library must not decode formats such as SVG or PDF, or formats that it adds in future. */
function isKnownFormat(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF[^]{4}WEBP/.test(start) ||
    /^GIF8[79]a/.test(start) ||
    /^(II\*\0|MM\0\*)/.test(start) ||
    start.startsWith('ftyp', 4)
  )
}

async function inspect(bytes: Uint8Array, heldMax: number): Promise<Metadata> {
  if (!isKnownFormat(bytes)) throw new DomainError('unsupported_image')
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata().catch(throwDamaged)
  const { format, width, height, channels, isProgressive, compression } = metadata
  if (!isHeldFormat(format) || channels > channelsMax) throw new DomainError('unsupported_image')
  // The library decodes only AV1 in the HEIF container.
  if (format === 'heif' && compression !== 'av1') throw refusal('picture-of-heic')
  const isStreamed = (format === 'jpeg' || format === 'png') && !isProgressive
  const heldBytes = isStreamed ? 0 : width * height * heldBytesPerPixel[format]
  if (width * height > pixelsMax || heldBytes > heldMax) {
    throw refusal('picture-of-many-pixels', { facts: { width, height } })
  }
  return metadata
}

function isHeldFormat(format: string): format is keyof typeof heldBytesPerPixel {
  return format in heldBytesPerPixel
}

const throwDamaged = (): never => {
  throw refusal('picture-damaged')
}

/**
 * A private picture gets a random name, so that nobody with the same file can derive its URL. `isSpent`: the caller
 * does not need `bytes` afterwards, so they are freed.
 * @throws `unsupported_image`
 */
export async function encodePicture(
  folder: string,
  bytes: Uint8Array,
  {
    isPrivate = false,
    isSpent = false,
    isLogo = false,
    encodings = ofUploads,
  }: { isPrivate?: boolean; isSpent?: boolean; isLogo?: boolean; encodings?: Encodings } = {},
) {
  const { autoOrient } = await inspect(bytes, isPrivate ? heldBytesOfVisitorMax : heldBytesMax)
  const fitting = { width: Math.min(autoOrient.width, isPrivate ? widthOfVisitorMax : widthMax) }
  const base = isPrivate
    ? randomBytes(16).toString('hex')
    : createHash('sha256')
        .update(encodings.name + (isLogo ? '-logo' : ''))
        .update(bytes)
        .digest('hex')
        .slice(0, 32)

  // The result has no metadata, sRGB colours, and only the first frame of an animation.
  const decoded = await sharp(bytes, {
    sequentialRead: true,
    limitInputPixels: pixelsMax,
    failOn: 'error',
  })
    .autoOrient()
    .resize({ ...(isLogo ? logoBox : fitting), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .then((whole) => (isLogo ? withGround(whole) : whole))
    .catch(throwDamaged)
  const { channels, width, height } = decoded.info
  const widths = plainWidthsFor(width)
  const avifWidths = encodings.isInEveryWidth ? widthsFor(width) : widths
  // Frees these 10 MB at once, because V8's garbage collection would free them only after the next picture has arrived.
  if (isSpent && bytes.length === bytes.buffer.byteLength) (bytes.buffer as ArrayBuffer).transfer(0)
  const pixels = () => sharp(decoded.data, { raw: { width, height, channels } })

  await mkdir(folder, { recursive: true })
  let wroteAny = false
  for (const step of avifWidths) {
    for (const [extension, encoding] of Object.entries(encodings.formats)) {
      const file = path.join(folder, `${base}-${step}.${extension}`)
      // A touched file counts as new, so that housekeeping keeps it until a row refers to it.
      if (await touch(file)) continue
      await writeWhole(file, await encoding(pixels().resize({ width: step })).toBuffer())
      wroteAny = true
    }
  }
  if (wroteAny) await syncFolder(folder)
  const { dominant } = await pixels()
    .resize({ width: Math.min(width, 64) })
    .flatten({ background: '#ffffff' })
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).stats(),
    )
  const color = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return { base, width, height, widths, avifWidths, color, isPrivate }
}

/** The largest size of a logo in pixels. A logo is shown small, and this size is large enough for a letterhead. */
const logoBox = { width: 640, height: 640, fit: 'inside' } as const
const lightGround = { r: 255, g: 255, b: 255 }
const darkGround = { r: 38, g: 24, b: 34 }

/**
 * Gives a transparent logo a margin and a ground that differs from it, so that it can be seen on light and dark pages,
 * in e-mails and in print. A logo without transparency stays as it is.
 */
async function withGround({ data, info }: { data: Buffer; info: OutputInfo }) {
  const { width, height, channels } = info
  const raw = { width, height, channels }
  if (channels !== 2 && channels !== 4) return { data, info }
  let [seen, light] = [0, 0]
  for (let at = 0; at < data.length; at += channels) {
    const part = (n: number) => data[at + n] ?? 0
    const alpha = part(channels - 1)
    seen += alpha
    light += alpha * (channels === 2 ? part(0) : 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2))
  }
  const isOpaque = seen === 255 * width * height
  if (isOpaque) return { data, info }
  const background = seen > 0 && light / seen > 160 ? darkGround : lightGround
  const margin = Math.ceil(Math.min(width, height) * 0.1)
  return sharp(data, { raw })
    .extend({
      top: margin,
      bottom: margin,
      left: margin,
      right: margin,
      background: { ...background, alpha: 0 },
    })
    .flatten({ background })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
}

export async function convertPicture(source: string, folder: string, names: readonly string[]) {
  const { data, info } = await sharp(source).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    const [, width, ending] = /-(\d+)\.(\w+)$/.exec(name) ?? []
    const encoding = ofUploads.formats[ending as keyof typeof ofUploads.formats]
    const image = encoding(sharp(data, { raw }).resize({ width: Number(width) }))
    await writeWhole(path.join(folder, name), await image.toBuffer())
  }
  await syncFolder(folder)
}
