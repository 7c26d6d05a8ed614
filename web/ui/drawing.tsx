import { useMemo } from 'react'

/** The only place where text becomes markup, so `svg` must never be text that somebody typed. */
export function Drawing({ svg, label, className }: { svg: string; label?: string; className?: string }) {
  // The browser accepts markup only from the site's Trusted Types policy. The object is memoised, because React would
  // write the markup again for each new object.
  const html = useMemo(() => (import.meta.env.SSR ? svg : window.sitePolicy.createHTML(svg)), [svg])
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
