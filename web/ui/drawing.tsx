import { useMemo } from 'react'

/**
 * A drawing of our own, as the SVG text that `drawings/` made of constants: the one place where text becomes markup.
 * Never what somebody typed.
 */
export function Drawing({ svg, label, className }: { svg: string; label?: string; className?: string }) {
  // The browser takes markup from the site's policy alone; React writes it anew where it is another object.
  const html = useMemo(() => (import.meta.env.SSR ? svg : window.sitePolicy.createHTML(svg)), [svg])
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
