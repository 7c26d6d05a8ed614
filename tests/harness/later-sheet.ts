import type { Page } from '@playwright/test'

export const laterSheet = /\/assets\/more-\w+\.css$/

const properties =
  'align-items align-self animation-name appearance aspect-ratio background border border-radius box-shadow clip-path color ' +
  'column-gap content content-visibility display fill flex font-family font-size font-style font-weight grid-column grid-row ' +
  'grid-template-columns height inset justify-content justify-self letter-spacing line-height list-style max-height ' +
  'max-width min-height min-width object-fit opacity order outline overflow padding pointer-events position rotate row-gap ' +
  'scale stroke text-align text-decoration text-overflow transition translate visibility white-space width z-index'

/**
 * Compares the computed styles of all elements before and after a change. The change adds the later sheet
 * (`/assets/more-*.css`), or deletes the layer `utilities` of the inlined sheet, so that only the later sheet has
 * utilities. An added sheet is removed again.
 */
export async function changedBy(
  page: Page,
  change: 'the later sheet' | 'utilities of the later sheet alone',
): Promise<{ count: number; changed: string[] }> {
  const checkout = await (await page.context().request.get('/checkout')).text()
  const [, href = ''] = /href="(\/assets\/more-\w+\.css)"/.exec(checkout) ?? []
  return page.evaluate(
    async ([what, names, sheet]) => {
      const read = () =>
        [...document.body.querySelectorAll('*')].flatMap((element) =>
          ['', '::before'].map((part) => {
            const style = getComputedStyle(element, part)
            const { content } = style
            // A pseudo-element without content is not drawn.
            if (part !== '' && content === 'none') return ''
            const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
            // Computed margins that center a grid stay as they were at the first layout, so the element's position is
            // compared.
            values.push(`left: ${element.getBoundingClientRect().left}`)
            return `${element.tagName} ${element.className} ${part} { ${values.join('; ')} }`
          }),
        )
      const before = read()
      let after: string[]
      if (what === 'the later sheet') {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet })
        const loaded = new Promise((done) => link.addEventListener('load', done))
        document.head.append(link)
        await loaded
        after = read()
        link.remove()
      } else {
        const inlined = document.querySelector('style')?.sheet as CSSStyleSheet
        const at = [...inlined.cssRules].findIndex(
          (rule) => rule instanceof CSSLayerBlockRule && rule.name === 'utilities',
        )
        inlined.deleteRule(at)
        after = read()
      }
      return { count: before.length, changed: after.filter((one, at) => one !== before[at]).slice(0, 3) }
    },
    [change, properties.split(' '), href] as const,
  )
}
