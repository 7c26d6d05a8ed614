import type { Enquiry } from '../../contract/people/enquiries.ts'
import { Picture } from '../ui/picture.tsx'

export function ConcernPhotographs({ of: { photographs, name } }: { of: Enquiry }) {
  if (photographs.length === 0) return null
  return (
    <figure>
      <ul className="flex flex-wrap gap-2">
        {photographs.map((picture, n) => (
          <li key={picture.base}>
            <a href={`${picture.base}-${picture.width}.jpg`} target="_blank" rel="noreferrer">
              <Picture
                picture={picture}
                alt={`Photo ${n + 1} from ${name} (opens in a new tab)`}
                sizes="96px"
                className="size-24 rounded-sm object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <figcaption className="mt-1 text-sm text-ink-soft print:hidden">
        Only staff can see these. We delete them after 30 days.
      </figcaption>
    </figure>
  )
}
