import { type ReactNode, useRef, useState } from 'react'
import type { Product } from '../../../../contract/store/products.ts'
import { cx } from '../../../ui/class-names.ts'
import { Picture } from '../../../ui/picture.tsx'

/** Up to five pictures side by side: swiped, scrolled by arrow keys, or chosen by their thumbnails. */
export function Gallery({
  name,
  pictures,
  children,
}: Pick<Product, 'name' | 'pictures'> & {
  children: ReactNode
}) {
  const row = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const all = pictures.length === 0 ? [null] : pictures.map(({ picture }) => picture)
  const show = (at: number) => {
    const place = row.current
    place?.scrollTo({ left: at * place.clientWidth, behavior: 'smooth' })
  }
  return (
    <div>
      <div className="relative arch bg-leaf-tint">
        <div
          ref={row}
          // Arrow keys scroll the focused element; a single picture has nothing to scroll.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={all.length > 1 ? 0 : undefined}
          role="group"
          aria-label={`Pictures of ${name}`}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)))
          }
        >
          {all.map((picture, at) => (
            <div key={picture?.base ?? 'none'} className="w-full shrink-0 snap-center">
              <Picture
                picture={picture}
                alt={all.length > 1 ? `${name}, picture ${at + 1} of ${all.length}` : name}
                eager={at === 0}
                sizes="(min-width: 76rem) 35.9rem, (min-width: 64rem) calc(52.4vw - 3.9rem), (min-width: 48rem) calc(50vw - 3rem), calc(100vw - 2.5rem)"
                className="aspect-[4/5] w-full"
              />
            </div>
          ))}
        </div>
        <span className="absolute right-3 bottom-3 print:hidden">{children}</span>
      </div>
      {all.length > 1 && (
        <ul className="mt-4 flex justify-center gap-3 print:hidden">
          {all.map((picture, at) => (
            <li key={picture?.base ?? 'none'}>
              <button
                type="button"
                aria-label={`Picture ${at + 1}`}
                aria-current={at === current ? 'true' : undefined}
                onClick={() => show(at)}
                className={cx(
                  'block size-14 overflow-hidden rounded-full outline-2 outline-offset-2 transition-colors md:size-16',
                  at === current ? 'outline-rose' : 'outline-transparent hover:outline-line-strong',
                )}
              >
                <Picture
                  picture={picture}
                  alt=""
                  sizes="(min-width: 48rem) 4rem, 3.5rem"
                  className="size-full"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
