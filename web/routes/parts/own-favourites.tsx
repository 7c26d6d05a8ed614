import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { Course } from '../../../contract/catalogue/courses.ts'
import { type CourseFacts, courseFacts } from '../../features/catalogue/courses/course-facts.ts'
import {
  type AskForSeat,
  CategoryBadges,
  EnrolButtons,
  Price,
  seatsText,
} from '../../features/catalogue/courses/course-parts.tsx'
import FavouritesPanel from '../../features/store/favourites/favourites-panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useSeatDialogs } from '../seat-dialogs.tsx'

/** Shows the favourite courses and flowers, which different rooms draw. */
export default function OwnFavourites() {
  const { ask, dialog } = useSeatDialogs()
  return (
    <>
      <FavouritesPanel
        drawCourse={(row: Course, heart) => (
          <CourseTile key={row.id} course={courseFacts(row)} heart={heart} onAsk={ask} />
        )}
      />
      {dialog}
    </>
  )
}

interface TileProps {
  course: CourseFacts
  heart: ReactNode
  onAsk: AskForSeat
}

function CourseTile({ course, heart, onAsk }: TileProps) {
  const title = useId()
  const path = `/classes/${encodeURIComponent(course.slug)}`
  return (
    <li aria-labelledby={title} className="flex flex-col">
      <div className="relative">
        <Link to={path} tabIndex={-1} aria-hidden="true">
          <Picture
            picture={course.picture}
            alt=""
            sizes="(min-width: 76rem) 23rem, (min-width: 64rem) calc(33vw - 2.3rem), (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2.5rem)"
            className="petal aspect-[3/2] w-full"
          />
        </Link>
        <span className="absolute top-2 right-2">{heart}</span>
      </div>
      <div className="flex grow flex-col gap-1 pt-3">
        <CategoryBadges of={course} />
        <h3 id={title} className="text-base leading-snug md:text-lg">
          <Link to={path} className="-my-1 inline-block py-1 no-underline hover:underline">
            {course.title}
          </Link>
        </h3>
        <p className="text-sm text-ink-soft">
          <span className="inline-block">{course.batchText}</span>
          {' · '}
          <span className="inline-block">{seatsText(course)}</span>
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Price course={course} className="text-lg" />
        </p>
        <div className="mt-auto flex flex-col gap-2 pt-2">
          <EnrolButtons course={course} onAsk={onAsk} />
        </div>
      </div>
    </li>
  )
}
