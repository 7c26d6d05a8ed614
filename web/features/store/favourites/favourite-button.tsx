import { cx } from '../../../ui/class-names.ts'
import type { Favourites } from './use-favourites.ts'

export function FavouriteButton({
  thing: { id, title },
  favourites,
}: {
  thing: { id: string; title: string }
  favourites: Pick<Favourites, 'has' | 'toggle'>
}) {
  const isOn = favourites.has(id)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`Favourite: ${title}`}
      onClick={() => favourites.toggle(id)}
      className="grid size-11 place-items-center rounded-full bg-raised text-rose-ink transition-colors hover:bg-rose-tint"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        width="22"
        height="22"
        stroke="currentColor"
        strokeWidth="1.75"
        className={cx('transition-transform', isOn ? 'scale-110 fill-current' : 'fill-none')}
      >
        <path d="M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.300a4.300 4.300 0 0 1 7.500 2.700c0 5.400-7.500 10-7.500 10Z" />
      </svg>
    </button>
  )
}
