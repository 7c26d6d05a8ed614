import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublicInstructor } from '../../../../contract/catalogue/instructors.ts'
import type { Fallbacks } from '../../../../contract/school/fallbacks.ts'
import { flowerHead, flowerHeadKinds } from '../../../../drawings/flower-head.ts'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { query, rowsIn, useLogged } from '../../../lib/query.ts'
import { cx } from '../../../ui/class-names.ts'
import { Drawing } from '../../../ui/drawing.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { Eyebrow, Heading } from '../../../ui/heading.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { notLoaded } from '../../../ui/ui.en.ts'
import * as text from './about.en.tsx'
import { StaffNote } from './staff-note.tsx'

const highlightsShown = 2
const skeletons = [1, 2, 3, 4, 5, 6]

type Shown = ReturnType<typeof instructorsOf>[number]

/** Returns the active instructors. The answer for an admin also has inactive ones. */
function instructorsOf(answer: unknown, fallbacks: Fallbacks['instructors']) {
  const active = rowsIn<Partial<PublicInstructor>>(answer).filter((row) => row.is_active !== false)
  if (active.length === 0)
    return fallbacks.map((one) => ({
      ...one,
      id: one.name,
      email: null,
      picture: null,
      flower: flowerHeadKinds.find((kind) => kind === one.flower) ?? 'rose',
    }))
  return active.map((row, index) => ({
    id: row.id ?? String(index),
    name: row.name ?? '',
    role: row.role || row.specialization || text.instructor,
    description: row.description || row.bio || '',
    highlights: row.highlights ?? [],
    experienceYears: row.experience_years ?? null,
    email: row.email ?? null,
    picture: row.picture ?? imageAddress(row.profile_image),
    flower: flowerHeadKinds[index % flowerHeadKinds.length] ?? 'rose',
  }))
}

export function Instructors() {
  const result = useQuery(query('GET /api/instructors'))
  const { data, error, isPending } = result
  const fallbacks = useFallbacks()
  useLogged(error, 'The instructors could not be loaded')
  const isLoading = isPending && !error
  const instructors = instructorsOf(data, fallbacks?.instructors ?? [])
  if (instructors.length === 0 && !isLoading && !error)
    return <StaffNote>{text.instructorsForStaff}</StaffNote>
  return (
    <Section aria-labelledby="instructors">
      <Eyebrow>{text.instructorsEyebrow}</Eyebrow>
      <Heading id="instructors">{text.instructorsHeading}</Heading>
      {isLoading ? (
        <div role="status" aria-label={text.loadingInstructors} className="mt-10 grid gap-8 lg:grid-cols-2">
          {skeletons.map((n) => (
            <Skeleton key={n} className="h-56" />
          ))}
        </div>
      ) : instructors.length === 0 ? (
        <LoadFailure className="mt-6" title={notLoaded} of={result} />
      ) : (
        <ul
          className={
            instructors.length === 1 ? 'mt-10' : 'mt-10 grid gap-x-14 gap-y-10 md:gap-y-14 lg:grid-cols-2'
          }
        >
          {instructors.map((one, index) => (
            <InstructorCard
              key={one.id}
              instructor={one}
              isAlone={instructors.length === 1}
              isRight={index % 2 === 1}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

interface InstructorCardProps {
  instructor: Shown
  isAlone: boolean
  isRight: boolean
}

function InstructorCard({ instructor, isAlone, isRight }: InstructorCardProps) {
  const { name, role, description, highlights, experienceYears, email, picture, flower } = instructor
  return (
    <li
      className={
        isAlone
          ? 'grid items-center gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-[1fr_1.8fr]'
          : cx('flex items-start gap-4 md:gap-8', isRight && 'lg:translate-y-8')
      }
    >
      <div className={isAlone ? undefined : 'w-24 shrink-0 md:w-44'}>
        <Portrait picture={picture} name={name} flower={flower} isAlone={isAlone} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <h3 className="text-xl">{name}</h3>
          <p className="text-sm font-bold text-rose-ink">{role}</p>
        </div>
        {description && <p className="max-w-text text-ink-soft">{description}</p>}
        {highlights.length > 0 ? (
          <ul className="flex flex-wrap gap-2">
            {highlights.slice(0, highlightsShown).map((highlight) => (
              <li key={highlight} className="rounded-full bg-leaf-tint px-3 py-1 text-sm text-leaf-ink">
                {highlight}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm text-ink-soft">
            {experienceYears !== null && (
              <span className="block">{text.experience({ years: experienceYears })}</span>
            )}
            {email && (
              <a className="link inline-flex min-h-11 items-center" href={`mailto:${email}`}>
                {email}
              </a>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

type PortraitProps = Pick<Shown, 'picture' | 'name' | 'flower'> & { isAlone: boolean }

function Portrait({ picture, name, flower, isAlone }: PortraitProps) {
  const [isBroken, setBroken] = useState(false)
  if (picture !== null && !isBroken) {
    return (
      <div onErrorCapture={() => setBroken(true)}>
        <Picture
          picture={picture}
          alt={name}
          sizes={
            isAlone
              ? '(min-width: 76rem) 24.3rem, (min-width: 64rem) calc(34vw - 2.2rem), (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2.5rem)'
              : '(min-width: 48rem) 11rem, 6rem'
          }
          className={isAlone ? 'aspect-square w-full arch' : 'aspect-[4/5] w-full arch'}
        />
      </div>
    )
  }
  return (
    <div
      aria-hidden="true"
      className="grid aspect-square w-full place-items-center arch bg-rose-tint text-rose"
    >
      <Drawing
        svg={`<svg viewBox="-50 -50 100 100">${flowerHead(flower, { petal: 'currentColor', seed: name })}</svg>`}
        className="block size-2/3 [&>svg]:size-full"
      />
    </div>
  )
}
