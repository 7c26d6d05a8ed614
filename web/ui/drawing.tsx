import { useMemo } from 'react'

/** SVG text that `drawings/` made. Only here text becomes markup, so never give it what somebody typed. */
export function Drawing({ svg, label, className }: { svg: string; label?: string; className?: string }) {
  // The browser takes markup only from the site's policy. Memoised, because React writes each new object again.
  const html = useMemo(() => (import.meta.env.SSR ? svg : window.sitePolicy.createHTML(svg)), [svg])
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
