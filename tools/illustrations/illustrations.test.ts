import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import samples from '../../drawings/finished/samples.json' with { type: 'json' }
import school from '../../drawings/finished/school.json' with { type: 'json' }
import { expectSound } from '../../drawings/sound-svg.fixture.ts'
import { ofSamples, ofSchool, shareGrounds } from './catalogue.ts'
import { paletteNames } from './palettes.ts'
import { portrait } from './portrait.ts'
import { scene, sceneNames } from './scene.ts'

describe('the finished pictures of the demonstration school', () => {
  const folder = path.resolve('drawings/finished')
  const isThere = (file: string) => existsSync(path.join(folder, file))

  it.each([
    ['school.json', school, ofSchool],
    ['samples.json', samples, ofSamples],
  ])(
    '%s lists exactly the pictures that tools/illustrations/catalogue.ts names, and each has its files',
    (_list, finished, catalogue) => {
      expect(Object.keys(finished).sort()).toEqual(Object.keys(catalogue).sort())
      const files = Object.values(finished).flatMap(({ base, avifWidths }) =>
        avifWidths.map((width) => `${base}-${width}.avif`),
      )
      expect(files.filter((file) => !isThere(file))).toEqual([])
    },
  )

  it('each background of a link-preview picture has its file', () => {
    expect(Object.keys(shareGrounds).filter((name) => !isThere(`${name}.avif`))).toEqual([])
  })
})

describe('the scenes, which are the large drawn pictures', () => {
  it('there are at least eighteen scenes and five palettes', () => {
    expect(sceneNames.length).toBeGreaterThanOrEqual(18)
    expect(paletteNames.length).toBeGreaterThanOrEqual(5)
  })

  describe.each(sceneNames)('the scene %s', (name) => {
    it.each(['rose', 'aubergine'] as const)(
      'a scene is valid SVG under 400 kB in the palette %s',
      (palette) => {
        const text = scene(name, { seed: `${name} ${palette}`, width: 1600, height: 1200, palette })
        expectSound(text)
        expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="1600" height="1200"/)
        expect(text.length).toBeLessThan(400_000)
      },
    )

    it('a scene is the same each time for one seed, and differs for another seed or palette', () => {
      const draw = (seed: number, palette: 'rose' | 'monsoon') =>
        scene(name, { seed, width: 1200, height: 900, palette })
      expect(draw(1, 'rose')).toBe(draw(1, 'rose'))
      expect(draw(1, 'rose')).not.toBe(draw(2, 'rose'))
      expect(draw(1, 'rose')).not.toBe(draw(1, 'monsoon'))
    })

    it.each([
      [1200, 630],
      [900, 900],
      [800, 1200],
    ])('a scene of %i by %i pixels is valid SVG', (width, height) => {
      expectSound(scene(name, { seed: 7, width, height }))
    })
  })
})

describe('the drawn portraits', () => {
  it('a portrait is valid SVG, the same each time, and different for each of six people', () => {
    const people = ['Meenakshi', 'Farida', 'Arun', 'Lakshmi', 'Thomas', 'Revathi']
    const all = people.map((name) => portrait(name))
    for (const text of all) expectSound(text)
    expect(new Set(all).size).toBe(people.length)
    expect(portrait('Arun')).toBe(portrait('Arun'))
  })

  it('a portrait has the given size in pixels', () => {
    expect(portrait('Arun', { size: 320 })).toContain('width="320" height="320"')
  })
})
