import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { cx } from '../../../ui/class-names.ts'
import { Picture } from '../../../ui/picture.tsx'

interface Pictured {
  picture: EnrolmentView['picture'] | null
}

/** Shows what is paid: beside the facts, and small below them on a narrow window. `shape` is the class of its sides. */
export function WidePicture({ picture, shape }: Pictured & { shape: string }) {
  return (
    picture && (
      <Picture
        picture={picture}
        alt=""
        eager="beside"
        sizes="(min-width: 76rem) 35rem, (min-width: 64rem) calc(50vw - 3rem), (min-width: 40rem) 16rem, calc(100vw - 2.5rem)"
        className={cx('mt-6 w-full arch sm:max-w-64 lg:max-w-none print:hidden', shape)}
      />
    )
  )
}

export function Thumbnail({ picture }: Pictured) {
  return (
    picture && (
      <Picture
        picture={picture}
        alt=""
        eager="beside"
        sizes="3.5rem"
        className="size-14 shrink-0 rounded-sm print:hidden"
      />
    )
  )
}
