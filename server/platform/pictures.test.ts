import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testNow } from '../../tests/harness/app.ts'
import { fixedClock } from '../../tests/harness/fixed-clock.ts'
import { onEachDatabase } from '../../tests/harness/on-each-engine.ts'
import { plainWidthsFor, widthsFor } from './picture-widths.ts'
import { createPictures, imageFileOf, pictureColumns, pictureOf } from './pictures.ts'

const run = promisify(execFile)
const clock = fixedClock(testNow)
const bytesMax = 5 * 1024 * 1024
let folder: string
let pictures: ReturnType<typeof createPictures>

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'malar-pictures-'))
  pictures = createPictures({ uploadsDir: folder, clock })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const store = (image: string | Uint8Array, max = bytesMax) => pictures.store(image, { bytesMax: max })

function plain(width: number, height: number, background = '#c86432') {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** A PNG whose header claims a size for which it has no bytes. */
async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const png = await plain(8, 8).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

test('a picture is refused before it is decoded while the disk is full', async () => {
  const full = createPictures({ uploadsDir: folder, clock, mayWrite: () => false })
  await expect(full.store('hello there', { bytesMax })).rejects.toMatchObject({ code: 'unavailable' })
})

describe('refused pictures', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1')])
  const refusals: [string, () => Promise<string | Uint8Array>, string][] = [
    ['an empty text', async () => '', 'unsupported_image'],
    ['an empty file', async () => new Uint8Array(), 'unsupported_image'],
    ['plain text', async () => 'hello there', 'unsupported_image'],
    ['an SVG', async () => Buffer.from(svg), 'unsupported_image'],
    [
      'an SVG after an XML declaration',
      async () => Buffer.from(`<?xml version="1.0"?>\n${svg}`),
      'unsupported_image',
    ],
    [
      'an SVG that says it is a PNG',
      async () => `data:image/png;base64,${Buffer.from(svg).toString('base64')}`,
      'unsupported_image',
    ],
    [
      'HTML that says it is a PNG',
      async () =>
        `data:image/png;base64,${Buffer.from('<!doctype html><script>1</script>').toString('base64')}`,
      'unsupported_image',
    ],
    ['a data URL that is not base64', async () => 'data:image/svg+xml,%3Csvg%3E', 'unsupported_image'],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'unsupported_image'],
    ['a HEIC photograph', async () => heic, 'unsupported_image'],
    [
      'HTML after the signature of a PNG',
      async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<html><script>1')]),
      'unsupported_image',
    ],
    [
      'a photograph cut in half',
      async () => {
        const whole = await plain(900, 900).jpeg().toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
      'unsupported_image',
    ],
    ['a PNG that claims 30,000 × 30,000 pixels', () => pngClaiming(30_000, 30_000), 'image_too_large'],
    [
      'a JPEG that claims 30,000 × 30,000 pixels',
      async () => {
        const jpeg = await plain(8, 8).jpeg().toBuffer()
        const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
        jpeg.writeUInt16BE(30_000, frame + 5)
        jpeg.writeUInt16BE(30_000, frame + 7)
        return jpeg
      },
      'image_too_large',
    ],
    ['a picture of 60 million pixels and one', () => pngClaiming(60_000_001, 1), 'image_too_large'],
    [
      'a progressive photograph too large for the memory',
      () => plain(6600, 4100).jpeg({ progressive: true, quality: 30 }).toBuffer(),
      'image_too_large',
    ],
  ]
  test.each(refusals)('an upload of %s is refused before a file is written', async (_name, make, code) => {
    await expect(store(await make())).rejects.toMatchObject({ name: 'DomainError', code })
    expect(readdirSync(folder)).toEqual([])
  })

  test('the size limit of a picture counts decoded bytes; exactly the limit is accepted, one byte more is refused', async () => {
    const picture = await plain(64, 64).png().toBuffer()
    const base64 = picture.toString('base64')
    await expect(store(base64, picture.length - 1)).rejects.toMatchObject({ code: 'image_too_large' })
    await expect(store(`data:image/png;base64,${base64}`, picture.length - 1)).rejects.toMatchObject({
      code: 'image_too_large',
    })
    await expect(store(picture, picture.length - 1)).rejects.toMatchObject({ code: 'image_too_large' })
    await expect(store(base64, picture.length)).resolves.toMatchObject({ width: 64 })
  })

  test('a progressive photograph from a visitor is refused at a size that is accepted from staff', async () => {
    const photo = await plain(4200, 3200).jpeg({ progressive: true, quality: 30 }).toBuffer()
    await expect(pictures.store(photo, { bytesMax: photo.length, isPrivate: true })).rejects.toMatchObject({
      code: 'image_too_large',
    })
    expect((await store(photo)).width).toBe(1600)
  })

  test('a refused picture does not stop the next picture in the queue', async () => {
    const picture = await plain(10, 10).png().toBuffer()
    const [bad, good] = await Promise.allSettled([store('nonsense'), store(picture)])
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
  })
})

describe('the memory that the server needs for the largest accepted pictures', () => {
  const clear = { create: { width: 5200, height: 4000, channels: 4, background: '#c8643280' } } as const
  const cases: [string, (file: string) => Promise<unknown>][] = [
    [
      'the largest progressive JPEG',
      (file) => plain(6500, 4000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toFile(file),
    ],
    [
      'the largest interlaced PNG with 16-bit colours',
      (file) =>
        sharp(clear).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toFile(file),
    ],
    [
      'the largest AVIF',
      (file) => plain(3500, 3000).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toFile(file),
    ],
    ['a JPEG of 60 million pixels', (file) => plain(10_000, 6000).jpeg().toFile(file)],
  ]
  test.each(cases)(
    'storing %s in all widths needs less than 256 MB of memory',
    { timeout: 60_000 },
    async (_name, make) => {
      const file = path.join(folder, 'source')
      await make(file)
      const fixture = path.join(import.meta.dirname, 'picture-memory.fixture.ts')
      const { stdout } = await run(process.execPath, [fixture, file, path.join(folder, 'out')])
      expect(readdirSync(path.join(folder, 'out'))).toHaveLength(
        widthsFor(1600).length + 2 * plainWidthsFor(1600).length,
      )
      expect(Number(stdout)).toBeGreaterThan(1024 * 1024)
      expect(Number(stdout)).toBeLessThan(256 * 1024 * 1024)
    },
  )
})

describe('the widths of a picture', () => {
  test.each([40, 64, 65, 320, 700, 1024, 1100, 1400, 1599, 1600])(
    'the widths of a picture %d px wide increase in steps of at most a quarter and include those of all formats',
    (width) => {
      const all = widthsFor(width)
      expect(all.at(-1)).toBe(width)
      for (const [n, one] of all.entries())
        expect(one / (all[n - 1] ?? Math.min(width, 64))).toBeLessThanOrEqual(1.25)
      expect(plainWidthsFor(width).filter((one) => !all.includes(one))).toEqual([])
    },
  )

  test('no further width of a picture is made while the disk is full, or if the picture has no files', async () => {
    const { base } = await store(await plain(100, 80).png().toBuffer())
    const full = createPictures({ uploadsDir: folder, clock, mayWrite: () => false })
    await expect(full.widen({ base, width: 100 })).rejects.toMatchObject({ code: 'unavailable' })
    expect(await pictures.widen({ base: '0'.repeat(32), width: 100 })).toBeNull()
    expect(readdirSync(folder)).toHaveLength(3)
  })

  test('a missing width of a picture is made from the picture’s largest file and keeps its transparency', async () => {
    const clear = { create: { width: 100, height: 80, channels: 4, background: '#c8643280' } } as const
    const { base } = await store(await sharp(clear).png().toBuffer())
    expect(await pictures.widen({ base, width: 100 })).toEqual({
      widths: [64, 80, 96, 100],
      wasEncoded: true,
    })
    for (const width of [64, 80, 96]) {
      const made = await sharp(path.join(folder, `${base}-${width}.avif`)).metadata()
      expect(made).toMatchObject({ width, height: Math.round(width * 0.8), hasAlpha: true })
    }
    expect(await pictures.widen({ base, width: 100 })).toMatchObject({ wasEncoded: false })
    expect(readdirSync(folder)).toHaveLength(3 + 3)
  })
})

describe('a stored picture', () => {
  test('a picture is stored in three formats for every width, in the proportions of the original', async () => {
    const stored = await store(await plain(3000, 2000).jpeg().toBuffer())
    expect(stored).toMatchObject({ width: 1600, height: 1067, widths: [320, 640, 1024, 1600] })
    expect(stored.base).toMatch(/^[0-9a-f]{32}$/)
    const files = stored.widths.flatMap((width) =>
      ['avif', 'jpg', 'webp'].map((extension) => `${stored.base}-${width}.${extension}`),
    )
    expect(readdirSync(folder).sort()).toEqual(files.sort())
    for (const file of files) {
      const { width, height, format, space } = await sharp(path.join(folder, file)).metadata()
      const [, wanted, extension] = /-(\d+)\.(\w+)$/.exec(file) ?? []
      expect(width).toBe(Number(wanted))
      expect(Math.abs(height - (width * 2) / 3)).toBeLessThan(1)
      expect(format).toBe({ avif: 'heif', jpg: 'jpeg', webp: 'webp' }[extension as string])
      expect(space).toBe('srgb')
    }
  })

  test.each([
    [200, [200]],
    [320, [320]],
    [700, [320, 700]],
    [1024, [320, 640, 1024]],
    [1200, [320, 640, 1200]],
  ])('a picture %d px wide is not enlarged', async (width, widths) => {
    expect((await store(await plain(width, 50).png().toBuffer())).widths).toEqual(widths)
  })

  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const)(
    'a picture in the format %s is accepted',
    async (format) => {
      const stored = await store(await plain(40, 30).toFormat(format).toBuffer())
      expect(stored).toMatchObject({ width: 40, height: 30, widths: [40] })
      expect(stored.color).toMatch(/^#[0-9a-f]{6}$/)
    },
  )

  test('a photograph is stored upright, without the data about its place and camera', async () => {
    const taken = await plain(60, 40)
      .jpeg()
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '13/1 4/1 57/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretXmp</x:xmpmeta>')
      .toBuffer()
    expect((await sharp(taken).metadata()).exif?.includes('SecretCamera')).toBe(true)
    const stored = await store(taken)
    expect(stored).toMatchObject({ width: 40, height: 60 })
    for (const file of readdirSync(folder)) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(path.join(folder, file)).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      expect(readFileSync(path.join(folder, file)).includes('Secret')).toBe(false)
    }
  })

  test('a file that is both a picture and HTML is stored as the picture alone', async () => {
    const jpeg = await plain(50, 50).jpeg().toBuffer()
    const payload = '<html><script>alert(document.domain)</script></html>'
    const comment = Buffer.from(payload)
    const header = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    // The HTML is in a comment at the beginning, where programs look for the file type, and again after the end.
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), header, comment, jpeg.subarray(2), comment])
    await store(`data:text/html;base64,${polyglot.toString('base64')}`)
    for (const file of readdirSync(folder)) {
      expect(readFileSync(path.join(folder, file)).includes('script')).toBe(false)
    }
  })

  test('an animated picture is stored as its first frame', async () => {
    const frames = Buffer.concat([
      await plain(20, 20, '#ff0000').raw().toBuffer(),
      await plain(20, 20, '#0000ff').raw().toBuffer(),
    ])
    const moving = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const stored = await store(moving)
    expect(stored).toMatchObject({ width: 20, height: 20 })
    const file = path.join(folder, `${stored.base}-20.webp`)
    expect((await sharp(file).metadata()).pages).toBeUndefined()
    const { dominant } = await sharp(file).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(60)
  })

  test('a transparent picture stays transparent in WebP and becomes white in JPEG', async () => {
    const clear = await sharp({
      create: { width: 30, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { base } = await store(clear)
    expect((await sharp(path.join(folder, `${base}-30.webp`)).metadata()).hasAlpha).toBe(true)
    const { channels } = await sharp(path.join(folder, `${base}-30.jpg`)).stats()
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  })

  test('the same picture sent in different encodings is stored once', async () => {
    const bytes = await plain(33, 33).png().toBuffer()
    const first = await store(bytes)
    const long = new Date('2001-01-01')
    for (const file of readdirSync(folder)) utimesSync(path.join(folder, file), long, long)
    const again = await Promise.all([
      store(bytes.toString('base64')),
      store(`data:image/jpeg;base64,${bytes.toString('base64')}`),
    ])
    expect(again).toEqual([first, first])
    expect(readdirSync(folder)).toHaveLength(3)
    rmSync(path.join(folder, `${first.base}-33.jpg`))
    await store(bytes)
    expect(readdirSync(folder)).toHaveLength(3)
  })

  test('several pictures that are stored simultaneously are each stored completely', async () => {
    const sources = await Promise.all(
      ['#111111', '#777777', '#eeeeee', '#00aa00'].map((color) => plain(400, 400, color).png().toBuffer()),
    )
    const stored = await Promise.all(sources.map((source) => store(source)))
    expect(new Set(stored.map(({ base }) => base)).size).toBe(4)
    expect(readdirSync(folder).filter((file) => file.startsWith('.'))).toEqual([])
    expect(readdirSync(folder)).toHaveLength(4 * 2 * 3)
  })
})

onEachDatabase('the database row of a picture', freshDatabase, ({ db }) => {
  test('a picture that is stored twice has one row, with all that pages need to show it', async () => {
    const stored = await store(await plain(700, 350).png().toBuffer())
    for (const _ of [1, 2]) await db.transaction((tx) => pictures.record(tx, stored))
    const rows = await db.read.selectFrom('picture').select(pictureColumns).execute()
    const known = rows.map((row) => pictureOf(row))
    const { isPrivate: _, avifWidths: __, ...shown } = stored
    expect(known).toEqual([{ ...shown, base: `/uploads/${stored.base}` }])
    expect(imageFileOf(known[0] ?? null)).toBe(`${stored.base}-700.jpg`)
    expect(readdirSync(folder)).toContain(imageFileOf(known[0] ?? null))
  })

  test('a picture with additional AVIF widths offers them as well as the widths of all formats', async () => {
    const stored = await store(await plain(700, 350).png().toBuffer())
    const avifWidths = [64, 320, 448, 700]
    await db.transaction((tx) => pictures.record(tx, { ...stored, avifWidths }))
    const [row] = await db.read.selectFrom('picture').select(pictureColumns).execute()
    expect(row && pictureOf(row)).toMatchObject({ widths: [320, 700], avifWidths })
  })

  test('a query that joins a picture without a row gives null for it', () => {
    const none = pictureOf({
      base: null,
      width: null,
      height: null,
      widths: null,
      color: null,
      private_since: null,
      focus_x: null,
      focus_y: null,
    })
    expect([none, imageFileOf(none)]).toEqual([null, null])
  })
})
