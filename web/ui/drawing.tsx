/**
 * A drawing of our own, as the SVG text that `drawings/` made of constants: the one place where text becomes markup.
 * Never what somebody typed.
 */
export function Drawing({ svg, label, className }: { svg: string; label?: string; className?: string }) {
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={className}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
