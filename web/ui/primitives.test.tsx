import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'
import { Rating, ratingBand } from './rating.tsx'
import { TextField } from './text-field.tsx'

const picture = { base: '/uploads/ab12cd', widths: [320, 640, 1280], width: 1280, height: 960, color: '#abc' }

test('a picture offers three formats, reserves its space and loads lazily', () => {
  const html = renderToStaticMarkup(<Picture picture={picture} alt="A rose" sizes="50vw" />)
  expect(html.match(/image\/(avif|webp)/g)).toEqual(['image/avif', 'image/webp'])
  expect(html).toContain('/uploads/ab12cd-320.jpg 320w, /uploads/ab12cd-640.jpg 640w')
  expect(html).toContain('width="1280" height="960"')
  expect(html).toContain('loading="lazy"')
})

test.each([
  // A picture that follows the window is at least 144 px wide, in a window of 320 px.
  ['calc(50vw - 1.75rem)', [144, 320, 640, 1280]],
  ['(min-width: 76rem) 23rem, calc(100vw - 2.5rem)', [144, 320, 640, 1280]],
  ['4rem', [64, 144, 320]],
  ['64px', [64, 144, 320]],
  ['(min-width: 48rem) 5rem, 4rem', [64, 144, 320]],
])(
  'a picture with the sizes %s offers AVIF only in the widths that these sizes can need',
  (sizes, widths) => {
    const rich = { ...picture, avifWidths: [48, 64, 144, 320, 640, 1280] }
    const html = renderToStaticMarkup(<Picture picture={rich} alt="A rose" sizes={sizes} />)
    const named = (ending: string) =>
      [...html.matchAll(/ab12cd-(\d+)\.(\w+) \d+w/g)]
        .filter((found) => found[2] === ending)
        .map((found) => Number(found[1]))
    expect(named('avif')).toEqual(widths)
    expect([named('webp'), named('jpg')]).toEqual([picture.widths, picture.widths])
  },
)

test('a picture that is smaller than its space on the page is offered in its own width', () => {
  const html = renderToStaticMarkup(<Picture picture={{ ...picture, widths: [20] }} alt="" sizes="4rem" />)
  expect(html).toContain('/uploads/ab12cd-20.avif 20w')
})

test('the first picture of a page is preloaded and loaded with high priority', () => {
  const html = renderToStaticMarkup(<Picture eager picture={picture} alt="A rose" sizes="50vw" />)
  expect(html).toMatch(/<link rel="preload" as="image"[^>]*imageSrcSet="[^"]*\.avif 320w/i)
  expect(html).toContain('loading="eager"')
  expect(html.match(/fetchpriority="high"/gi)?.length).toBe(2)
})

test('a missing picture is replaced by a drawing with the same alternative text', () => {
  const html = renderToStaticMarkup(<Picture picture={null} alt="A rose" />)
  expect(html).toContain('role="img" aria-label="A rose"')
})

test.each([
  [-3, 1, 'poor'],
  [Number.NaN, 1, 'poor'],
  [2.9, 2.9, 'poor'],
  [3, 3, 'fair'],
  [4, 4, 'good'],
  [5, 5, 'top'],
  [9, 5, 'top'],
])('a rating of %d shows %d stars in the colour band %s', (value, stars, band) => {
  expect(ratingBand(value)).toEqual({ stars, band })
  expect(renderToStaticMarkup(<Rating value={value} />)).toContain(`aria-label="${stars} out of 5"`)
})

test.each([
  [5, undefined],
  [4, '15.9'],
  [4.5, '7.9'],
  [3, '36.9'],
])('the stars of a rating of %d are filled to a tenth of a star', (value, unfilled) => {
  const html = renderToStaticMarkup(<Rating value={value} />)
  expect(html.match(/inset\(0 ([\d.]+)% 0 0\)/)?.[1]).toBe(unfilled)
})

test('a text field is described by its error and hint, and marked as invalid and required', () => {
  const html = renderToStaticMarkup(
    <TextField
      id="name"
      label="Full name"
      hint="As on the certificate"
      error="Full name is required"
      required
    />,
  )
  expect(html).toContain('aria-describedby="name-error name-hint"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('aria-required="true"')
  expect(html).toContain('id="name-error"')
  expect(html).toContain('id="name-hint"')
})
