import { mapLink, placeOf } from '../../contract/catalogue/batch-place.ts'
import type { SeatReceipt } from '../../contract/registrations/enrolments.ts'
import type { School } from '../../contract/school/school.ts'
import * as text from './lib.en.ts'

export function Where({ room, school }: { room: SeatReceipt['room'] | undefined; school: School }) {
  const { lines, mapQuery } = placeOf(room, school)
  return (
    <>
      {lines.join(', ')}{' '}
      {mapQuery && (
        <a className="link font-normal" href={mapLink(mapQuery)} target="_blank" rel="noopener noreferrer">
          {text.showOnMap}
        </a>
      )}
    </>
  )
}
