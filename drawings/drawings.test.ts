import { describe, expect, it } from 'vitest'
import {
  flowerHead,
  flowerHeadKinds,
  kolam,
  kolamDivider,
  logo,
  paletteNames,
  portrait,
  scene,
  sceneNames,
} from './index.ts'

/** Throws where tags do not nest, attributes repeat or a value is not a number; returns the ids used. */
function parseSvg(text: string): { ids: string[]; references: string[] } {
  const open: string[] = []
  const tag = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z-]+[0-9]?="[^"<>]*")*)\s*(\/?)>/y
  let at = 0
  while (at < text.length) {
    tag.lastIndex = at
    const found = tag.exec(text)
    if (!found) throw new Error(`not well formed at ${at}: ${text.slice(at, at + 80)}`)
    const [, closing, name = '', attributes = '', empty] = found
    const names = [...attributes.matchAll(/([a-zA-Z-]+[0-9]?)="/g)].map((m) => m[1])
    if (new Set(names).size !== names.length) throw new Error(`repeated attribute: ${found[0]}`)
    if (closing) {
      if (open.pop() !== name) throw new Error(`unexpected </${name}> at ${at}`)
    } else if (!empty) open.push(name)
    at = tag.lastIndex
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`)
  return {
    ids: [...text.matchAll(/ id="([^"]+)"/g)].map((m) => m[1] ?? ''),
    references: [...text.matchAll(/url\(#([^)]+)\)/g)].map((m) => m[1] ?? ''),
  }
}

function expectSound(text: string) {
  const { ids, references } = parseSvg(text)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of new Set(references)) expect(ids).toContain(id)
  expect(text).not.toMatch(/<text|foreignObject|href|oklch|<style|<script|<image|NaN|undefined|Infinity/)
}

describe('the check of well-formedness itself', () => {
  it.each([
    '<svg><g></svg>',
    '<svg><path d="1"></svg>',
    '<svg a="1" a="2"/>',
    '<svg>loose</svg>',
    '<svg a="<"/>',
  ])('refuses %s', (text) => expect(() => parseSvg(text)).toThrow())
})

describe('the walls of the folder', () => {
  const sources: Record<string, string> = import.meta.glob(['./**/*.ts', '!./**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const importsOf = (text: string) => [...text.matchAll(/from '([^']+)'/g)].map((m) => m[1] ?? '')

  it('imports nothing from outside', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(10)
    for (const [path, text] of Object.entries(sources))
      for (const from of importsOf(text))
        expect(from).toMatch(
          path.startsWith('./scenes/') ? /^\.\.?\/[a-z-]+\.ts$/ : /^\.\/(scenes\/)?[a-z-]+\.ts$/,
        )
  })

  it.each(['./logo.ts', './kolam.ts', './flower-head.ts'])('%s brings no scene along', (path) => {
    expect(importsOf(sources[path] ?? 'missing').filter((from) => from !== './random.ts')).toEqual([])
    expect(sources[path]).toBeDefined()
  })
})

describe('scene', () => {
  it('offers enough pictures for courses, heroes and bouquets', () => {
    expect(sceneNames.length).toBeGreaterThanOrEqual(18)
    expect(paletteNames.length).toBeGreaterThanOrEqual(5)
  })

  describe.each(sceneNames)('%s', (name) => {
    it.each(paletteNames)('is sound SVG under 400 kB in %s', (palette) => {
      const text = scene(name, { seed: `${name} ${palette}`, width: 1600, height: 1200, palette })
      expectSound(text)
      expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="1600" height="1200"/)
      expect(text.length).toBeLessThan(400_000)
    })

    it('is the same for a seed, another for another seed or palette', () => {
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
    ])('fits %i by %i', (width, height) => {
      expectSound(scene(name, { seed: 7, width, height }))
    })
  })
})

describe('portrait', () => {
  it('is sound, and each of six people has their own', () => {
    const people = ['Meenakshi', 'Farida', 'Arun', 'Lakshmi', 'Thomas', 'Revathi']
    const all = people.map((name) => portrait(name))
    for (const text of all) expectSound(text)
    expect(new Set(all).size).toBe(people.length)
    expect(portrait('Arun')).toBe(portrait('Arun'))
  })

  it('takes its size in pixels', () => {
    expect(portrait('Arun', { size: 320 })).toContain('width="320" height="320"')
  })
})

describe('what the web draws inline', () => {
  it('has a mark in one colour under 2 kB', () => {
    expectSound(logo())
    expect(logo().length).toBeLessThan(2_000)
    expect(logo()).not.toMatch(/#[0-9a-f]{3,6}/)
    expect(logo()).toContain('currentColor')
  })

  it('has a divider under 3 kB for any seed', () => {
    for (let seed = 0; seed < 40; seed++) expect(kolamDivider(seed).length).toBeLessThan(3_000)
    expectSound(kolamDivider())
  })

  it('keeps the kolams that the site shows as files fresh (npx vitest run drawings -u)', async () => {
    await expect(`${kolamDivider()}\n`).toMatchFileSnapshot('kolam-divider.svg')
    await expect(`${kolam({ rows: 9, cols: 9, spacing: 40, seed: 'hero' })}\n`).toMatchFileSnapshot(
      'kolam-ground.svg',
    )
  })

  it('draws a kolam whose line closes and circles every dot', () => {
    for (let seed = 0; seed < 40; seed++)
      for (const shape of ['rect', 'diamond'] as const) {
        const text = kolam({ rows: 5, cols: 7, seed, shape })
        expectSound(text)
        const loops = /stroke-width="1.4" d="([^"]+)"/.exec(text)?.[1] ?? ''
        for (const loop of loops.split('z').filter(Boolean)) {
          // Relative steps of a closed line add up to nothing.
          const numbers =
            loop
              .replace(/^M-?\d+ -?\d+/, '')
              .match(/-?\d+/g)
              ?.map(Number) ?? []
          let [x, y] = [0, 0]
          for (let i = 2; i < numbers.length; i += 4) {
            x += numbers[i + 2] ?? 0
            y += numbers[i + 3] ?? 0
          }
          expect([x, y]).toEqual([0, 0])
        }
        if (shape === 'rect') expect(text.match(/h0/g)).toHaveLength(35)
      }
  })

  it.each(flowerHeadKinds)('draws a small %s in the colour asked for, without ids', (kind) => {
    const text = flowerHead(kind, { petal: 'currentColor', seed: 3 })
    expectSound(text)
    expect(text).toContain('fill="currentColor"')
    expect(text).not.toContain(' id=')
    expect(text.length).toBeLessThan(8_000)
  })
})
