import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import samples from './finished/samples.json' with { type: 'json' }
import school from './finished/school.json' with { type: 'json' }

describe('the finished pictures of the demonstration school', () => {
  const stored = readdirSync(path.join(import.meta.dirname, 'finished'))
  const listed = [...Object.values(school), ...Object.values(samples)]
  const files = listed.flatMap(({ base, avifWidths }) => avifWidths.map((width) => `${base}-${width}.avif`))

  it('the folder has each file that the two lists name', () => {
    expect(files.filter((file) => !stored.includes(file))).toEqual([])
  })

  it('the folder has no picture that no list names, except the backgrounds of share pictures', () => {
    const others = stored.filter((file) => file.endsWith('.avif') && !files.includes(file))
    expect(others.filter((file) => !/^share-\w+\.avif$/.test(file))).toEqual([])
  })

  it.each(listed)(
    'the picture $base has its full width, and each width that other formats have',
    (picture) => {
      expect(Math.max(...picture.avifWidths)).toBe(picture.width)
      expect(picture.widths.filter((width) => !picture.avifWidths.includes(width))).toEqual([])
    },
  )
})
