import { createHash, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { DomainError, refusal } from '../../contract/errors.ts'
import { syncFolder, touch, writeWhole } from './files.ts'
import { plainWidthsFor, widthMax, widthsFor } from './picture-widths.ts'

/** A picture that was read, re-encoded and written to disk, but is not yet known to the database. */
export interface StoredPicture {
  /** Its files are `/uploads/${base}-${width}.avif|webp|jpg`, in ascending widths, never wider than the sent one. */
  base: string
  /** Pixels of the largest file. */
  width: number
  height: number
  /** Widths of the WebP and the JPEG, and some of those of the AVIF. */
  widths: number[]
  avifWidths: number[]
  /** The dominant colour, `#rrggbb`. */
  color: string
  isPrivate: boolean
}

// The library runs on one core, so that the other one serves pages.
sharp.concurrency(1)
// No picture is read twice, and the library's cache took a third of the memory of a large one.
sharp.cache(false)

/** A visitor's browser sends none that is wider. AVIF takes 21 MB for it, 54 MB for the widest. */
const widthOfVisitorMax = 1024

/** The limit of accepted pixels; a format that is decoded row by row needs little memory for them. */
const pixelsMax = 60_000_000
/** The limit for decoding one picture: with the files made of it 256 MB. */
const heldBytesMax = 210_000_000
/** The limit for a visitor's picture, which the browser makes small: many of them may come at the busiest time. */
const heldBytesOfVisitorMax = 100_000_000
/** Bytes of a pixel in formats that are decoded as a whole; measured, and more for deep colours. */
const heldBytesPerPixel = { jpeg: 8, png: 10, webp: 8, gif: 8, tiff: 20, heif: 20 }
/** CMYK with transparency has five; a TIFF may claim thousands. */
const channelsMax = 5

export interface Encodings {
  /** A part of the hash: files that would come out differently need another name. */
  name: string
  /** If false, only those widths are written that are made at once. */
  isInEveryWidth: boolean
  formats: Record<string, (image: Sharp) => Sharp>
}

const ofUploads = {
  name: 'malar-1',
  isInEveryWidth: false,
  formats: {
    jpg: (image) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }),
    webp: (image) => image.webp({ quality: 78, effort: 2 }),
    // Effort 2 takes 8 times as long for 0.6 dB at the same size (measured on a 9 MB photograph at 1600 px).
    avif: (image) => image.avif({ quality: 52, effort: 0 }),
  },
} satisfies Encodings

/** The formats that may reach a decoder, by their first bytes; not SVG, PDF, nor the library's future formats. */
function isKnownFormat(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF[^]{4}WEBP/.test(start) ||
    /^GIF8[79]a/.test(start) ||
    /^(II\*\0|MM\0\*)/.test(start) ||
    // oxlint-disable-next-line malar/whole-letters -- bytes, each as a sign
    start.slice(4, 8) === 'ftyp'
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
 * Writes one picture in every width and format. Equal pictures share their files; a private one has a random name, so
 * that nobody finds its address by the same bytes. `isSpent`: nobody reads the bytes any more. @throws
 * `unsupported_image`
 */
export async function encodePicture(
  folder: string,
  bytes: Uint8Array,
  {
    isPrivate = false,
    isSpent = false,
    encodings = ofUploads,
  }: { isPrivate?: boolean; isSpent?: boolean; encodings?: Encodings } = {},
): Promise<StoredPicture> {
  const { autoOrient } = await inspect(bytes, isPrivate ? heldBytesOfVisitorMax : heldBytesMax)
  const width = Math.min(autoOrient.width, isPrivate ? widthOfVisitorMax : widthMax)
  const widths = plainWidthsFor(width)
  const avifWidths = encodings.isInEveryWidth ? widthsFor(width) : widths
  const base = isPrivate
    ? randomBytes(16).toString('hex')
    : createHash('sha256').update(encodings.name).update(bytes).digest('hex').slice(0, 32)

  // Orientation applied, metadata dropped, colours in sRGB; only the first frame of an animation.
  const decoded = await sharp(bytes, {
    sequentialRead: true,
    limitInputPixels: pixelsMax,
    failOn: 'error',
  })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(throwDamaged)
  const { channels, height } = decoded.info
  // Bytes of 10 MB would wait for V8's garbage collection, and the next picture would come before it.
  if (isSpent && bytes.length === bytes.buffer.byteLength) (bytes.buffer as ArrayBuffer).transfer(0)
  const pixels = () => sharp(decoded.data, { raw: { width, height, channels } })

  await mkdir(folder, { recursive: true })
  let wroteAny = false
  for (const step of avifWidths) {
    for (const [extension, encoding] of Object.entries(encodings.formats)) {
      const file = path.join(folder, `${base}-${step}.${extension}`)
      // A touched file counts as new, so that housekeeping does not remove it before a row shows it.
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

/** Writes files of a picture, each in the width and the format of its name, from one that is no narrower. */
export async function convertPicture(
  source: string,
  folder: string,
  names: readonly string[],
): Promise<void> {
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
