import { cx } from './class-names.ts'

/** Reserves the space for loading content; its region needs `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-[breathe_1.6s_ease-in-out_infinite] rounded-sm bg-line', className)}
    />
  )
}
