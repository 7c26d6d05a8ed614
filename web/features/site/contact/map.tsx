import { useState } from 'react'
import { urlPart } from '../../../../contract/url-part.ts'
import { useSchool } from '../../../lib/school.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'

/** The map loads on a press, because Google must not learn of visitors who did not ask for it. */
export function MapOnClick() {
  const school = useSchool()
  const [isOpen, setOpen] = useState(false)
  if (!school) return null
  const place = urlPart(school.mapQuery)
  return (
    <div className="petal overflow-hidden border border-line bg-leaf-tint">
      {isOpen ? (
        <iframe
          title={`Map: ${school.address.join(', ')}`}
          src={`https://www.google.com/maps?q=${place}&output=embed`}
          className="block aspect-[4/3] w-full border-0 md:aspect-[21/9]"
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      ) : (
        <div className="grid place-items-center gap-4 px-6 py-14 text-center">
          <p className="font-display text-xl">{school.address.join(', ')}</p>
          <p className="max-w-text text-ink-soft">
            The map comes from Google Maps, which then sees that you looked. It loads when you ask for it.
          </p>
          <Button variant="outline" onClick={() => setOpen(true)}>
            Show the map here
          </Button>
        </div>
      )}
      <div className="flex justify-end border-t border-line bg-raised p-3">
        <ButtonLink
          href={`https://www.google.com/maps/search/?api=1&query=${place}`}
          target="_blank"
          rel="noopener"
          size="sm"
          variant="quiet"
        >
          Open Map<span className="sr-only"> (opens in a new tab)</span>
        </ButtonLink>
      </div>
    </div>
  )
}
