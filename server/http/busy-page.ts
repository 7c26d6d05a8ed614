import * as text from './busy-page.en.ts'
import { hashOf } from './page-policy.ts'

const style = `
:root{color-scheme:light dark;--paper:#fcfaf4;--ink:#2f1a27;--link:#0f5335}
@media (prefers-color-scheme:dark){:root{--paper:#211118;--ink:#f4f1e8;--link:#8fd18d}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.75rem Georgia,serif}
main{max-width:40rem;margin:0 auto;padding:4rem 1.25rem}
h1{font-weight:400;font-size:clamp(1.875rem,1.5rem + 1.6vw,2.5rem);line-height:1.15}
a{display:inline-block;min-height:2.75rem;line-height:2.75rem;color:var(--link)}
a:focus-visible{outline:3px solid currentcolor;outline-offset:2px}
`

export const busyPage = `<!DOCTYPE html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text.title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${text.title}</h1>
<p>${text.lead}</p>
<p><a href="/">${text.homePage}</a></p>
</main>
</body>
</html>
`

export const busyPagePolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
