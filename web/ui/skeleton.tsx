import { cx } from './class-names.ts'

/** A place held for content on its way; size it with classes. Put `aria-busy` on the region it stands in. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-[breathe_1.6s_ease-in-out_infinite] rounded-sm bg-line', className)}
    />
  )
}
