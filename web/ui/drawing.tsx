import { useMemo } from 'react'

/** SVG text that `drawings/` made. The only place where text becomes markup: never give it what somebody typed. */
export function Drawing({ svg, label, className }: { svg: string; label?: string; className?: string }) {
  // The browser takes markup from the site's policy only. Memoised: React writes it again for each new object.
  const html = useMemo(() => (import.meta.env.SSR ? svg : window.sitePolicy.createHTML(svg)), [svg])
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
