import { logo as drawnMark } from '../../drawings/logo.ts'
import { cx } from './class-names.ts'
import { Drawing } from './drawing.tsx'
import type { PictureSource } from './picture.tsx'

const mark = drawnMark()

/**
 * The school's logo, or the drawn mark if the school has no logo. A logo of any shape has the height of the mark.
 * `name` is the alternative text, needed if the school's name is not shown beside the logo.
 */
export function SchoolMark({
  logo,
  name = '',
  isSmall = false,
}: {
  logo: PictureSource | null | undefined
  name?: string
  isSmall?: boolean
}) {
  const height = isSmall ? 'h-8' : 'h-10'
  if (!logo)
    return <Drawing svg={mark} className={cx(height, 'aspect-square shrink-0 text-rose [&>svg]:size-full')} />
  return (
    <img
      src={`${logo.base}-${logo.widths[0]}.webp`}
      alt={name}
      width={logo.width}
      height={logo.height}
      className={cx(height, 'w-auto max-w-24 shrink-0 rounded-sm object-contain sm:max-w-40')}
    />
  )
}
