import { createHash } from 'node:crypto'

export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function policyOf(scripts: readonly string[], stylesheet: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.map(hashOf).join(' ')}`,
    `style-src 'self' ${hashOf(stylesheet)}`,
    // Pictures have their sizes and colours in style attributes.
    "style-src-attr 'unsafe-inline'",
    // The picture of a course may have any address.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Google shows the map. `blob:` shows e-mails in the back office, which contain no scripts.
    "frame-src 'self' https://www.google.com https://maps.google.com blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The single trusted-types policy is in `web/lib/start-page.ts`.
    "require-trusted-types-for 'script'",
    'trusted-types malar',
  ].join('; ')
}

const addressNames = '(?:xlink:)?href|src|action|formaction|data'
/** Matches blanks before a scheme and line breaks in it, since browsers skip them. */
const javascriptScheme = `[\\0- ]*${[...'javascript'].join('[\\t\\n\\r]*')}[\\t\\n\\r]*:`
/** Matches an HTML entity that React does not write, and that could hide a scheme such as `javascript:`. */
const foreignEntity = '[^"]*&(?!amp;|quot;|#x27;|lt;|gt;)'
const addressAttribute = `(?:${addressNames})="(?!${javascriptScheme}|${foreignEntity})[^"<>]*"`
const otherAttribute = `(?!on|(?:${addressNames})[ =/>])[a-z][\\w:-]*(?:="[^"<>]*")?`
const tag = `(?!script|style)[a-z][a-z0-9-]*(?: (?:${addressAttribute}|${otherAttribute}))*/?>`
const data = 'script type="application/(?:ld\\+)?json"(?: id="[a-z-]+")?>[^<]*</script>'
/** Matches text, then one tag, comment or data block as React writes it. */
const markup = new RegExp(`[^<]*<(?:${tag}|/[a-z][a-z0-9-]*>|!--[^<>]*-->|${data}|!doctype html>)`, 'iy')

export class ForeignCode extends Error {
  override name = 'ForeignCode'
}

export function createPageCode(scripts: readonly string[], stylesheet: string) {
  const blocks = scripts.map((script) => `<script>${script}</script>`)
  return {
    policy: policyOf(scripts, stylesheet),
    /**
     * Refuses a tag, an attribute or a script that neither React nor the build wrote, because unescaped text would look
     * like it. @throws ForeignCode
     */
    refuseForeign(html: string): void {
      let at = 0
      for (;;) {
        markup.lastIndex = at
        while (markup.test(html)) at = markup.lastIndex
        at = html.indexOf('<', at)
        if (at < 0) return
        // Comparing whole slices is faster than `startsWith`.
        const block = blocks.find((known) => html.slice(at, at + known.length) === known)
        if (block === undefined) {
          const [tag] = /^<[a-z]*/i.exec(html.slice(at, at + 20)) ?? []
          throw new ForeignCode(
            `The page contains code that the build did not make (${tag} at character ${at})`,
          )
        }
        at += block.length
      }
    },
  }
}
