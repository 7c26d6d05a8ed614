import { useMemo } from 'react'

/** Text becomes markup only here, so `svg` must never be what somebody typed. */
export function Drawing({ svg, label, className }: { svg: string; label?: string; className?: string }) {
  // The browser takes markup only from the site's policy. React writes each new object again, so it is memoised.
  const html = useMemo(() => (import.meta.env.SSR ? svg : window.sitePolicy.createHTML(svg)), [svg])
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
