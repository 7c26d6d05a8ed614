import { expect, test, vi } from 'vitest'
import { needsShrinking, readDataUrl, shrinkSteps } from './shrink-picture.ts'

test('the first attempt to shrink a picture is 1024 px wide at quality 0.7, in the same proportions', () => {
  const [first] = shrinkSteps({ width: 4000, height: 3000 })
  expect(first).toEqual({ width: 1024, height: 768, quality: 0.7 })
})

test('a picture narrower than 1024 px is never made wider', () => {
  for (const { width } of shrinkSteps({ width: 600, height: 900 })) expect(width).toBeLessThanOrEqual(600)
})

test('every further attempt to shrink a picture is smaller or of lower quality, and the attempts end', () => {
  const steps = [...shrinkSteps({ width: 6000, height: 1 })]
  for (const [n, step] of steps.entries()) {
    const before = steps[n - 1]
    if (before) expect(step.width < before.width || step.quality < before.quality).toBe(true)
    expect(step.height).toBeGreaterThanOrEqual(1)
  }
  expect(steps.length).toBeGreaterThan(10)
  expect(steps.length).toBeLessThan(60)
})

test('even for a tiny picture there is one attempt to shrink', () => {
  expect([...shrinkSteps({ width: 10, height: 10 })].length).toBeGreaterThan(0)
})

test('only a picture that is too heavy or too wide is shrunk', () => {
  expect(needsShrinking({ size: 100, width: 1024 }, 100)).toBe(false)
  expect(needsShrinking({ size: 101, width: 1024 }, 100)).toBe(true)
  expect(needsShrinking({ size: 100, width: 1025 }, 100)).toBe(true)
})

test('a picture file that cannot be read is refused with an error message', async () => {
  vi.stubGlobal(
    'FileReader',
    class {
      onerror: () => void = () => undefined
      readAsDataURL() {
        queueMicrotask(() => this.onerror())
      }
    },
  )
  await expect(readDataUrl(new Blob(['gone']))).rejects.toThrow('Failed to read image')
  vi.unstubAllGlobals()
})
