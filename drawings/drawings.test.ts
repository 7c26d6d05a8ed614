import { describe, expect, it } from 'vitest'
import { flowerHead, flowerHeadKinds } from './flower-head.ts'
import { kolam, kolamDivider } from './kolam.ts'
import { logo } from './logo.ts'
import { expectSound, parseSvg } from './sound-svg.fixture.ts'

describe('the check that an SVG is well formed', () => {
  it.each([
    '<svg><g></svg>',
    '<svg><path d="1"></svg>',
    '<svg a="1" a="2"/>',
    '<svg>loose</svg>',
    '<svg a="<"/>',
  ])('the check of SVG refuses %s', (text) => expect(() => parseSvg(text)).toThrow())
})

describe('drawings inside the pages of the site', () => {
  const sources: Record<string, string> = import.meta.glob(['./*.ts', '!./*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const importsOf = (text: string) => [...text.matchAll(/from '([^']+)'/g)].map((m) => m[1] ?? '')

  it.each(['./logo.ts', './kolam.ts', './flower-head.ts'])(
    'the drawing module %s imports none of the large pictures (scenes), which keeps pages small',
    (path) => {
      expect(importsOf(sources[path] ?? 'missing').filter((from) => from !== './random.ts')).toEqual([])
      expect(sources[path]).toBeDefined()
    },
  )

  it('the logo has one colour and is smaller than 2 kB', () => {
    expectSound(logo())
    expect(logo().length).toBeLessThan(2_000)
    expect(logo()).not.toMatch(/#[0-9a-f]{3,6}/)
    expect(logo()).toContain('currentColor')
  })

  it('a kolam divider is smaller than 3 kB for any seed', () => {
    for (let seed = 0; seed < 40; seed++) expect(kolamDivider(seed).length).toBeLessThan(3_000)
    expectSound(kolamDivider())
  })

  it('the stored kolam files equal what the code draws (npx vitest run drawings -u stores them again)', async () => {
    await expect(`${kolamDivider()}\n`).toMatchFileSnapshot('kolam-divider.svg')
    await expect(`${kolam({ rows: 9, cols: 9, spacing: 40, seed: 'hero' })}\n`).toMatchFileSnapshot(
      'kolam-ground.svg',
    )
  })

  it('the line of a kolam is closed, and in a rectangle it circles every dot', () => {
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

  it.each(flowerHeadKinds)('the small drawing of the flower “%s” has the given colour and no ids', (kind) => {
    const text = flowerHead(kind, { petal: 'currentColor', seed: 3 })
    expectSound(text)
    expect(text).toContain('fill="currentColor"')
    expect(text).not.toContain(' id=')
    expect(text.length).toBeLessThan(8_000)
  })
})
