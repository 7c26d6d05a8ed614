import { cx } from './class-names.ts'

const ring = (count: number, from: number) =>
  Array.from({ length: count }, (_, n) => from + (n * 360) / count)

export function FlowerOutline({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-50 -50 100 100"
      fill="none"
      stroke="currentColor"
      className={cx('text-leaf-ink', className)}
    >
      {ring(8, 0).map((turn) => (
        <path key={turn} d="M0-12C-17-22-12-43 0-48C12-43 17-22 0-12Z" transform={`rotate(${turn})`} />
      ))}
      {ring(8, 22.5).map((turn) => (
        <path key={turn} d="M0-8C-9-14-7-26 0-30C7-26 9-14 0-8Z" transform={`rotate(${turn})`} />
      ))}
      <circle r="6" />
      <path d="M0 0h.01M-3 0h.01M3 0h.01M0-3h.01M0 3h.01" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
