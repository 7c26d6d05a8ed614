import dividerUrl from '../../drawings/kolam-divider.svg?url'
import groundUrl from '../../drawings/kolam-ground.svg?url'
import { cx } from './class-names.ts'

export function KolamDivider({ className }: { className: string }) {
  return <Kolam url={dividerUrl} className={cx('block w-full', className)} />
}

export function KolamGround({ className }: { className: string }) {
  return <Kolam url={groundUrl} className={className} />
}

function Kolam({ url, className }: { url: string; className: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`${url}#kolam`} />
    </svg>
  )
}
