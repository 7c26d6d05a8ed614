import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { Course } from '../../../../contract/catalogue/courses.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { IfPart } from '../../../lib/if-part.tsx'
import { query, rowsIn } from '../../../lib/query.ts'
import { useHasPart } from '../../../lib/school.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { FlowerOutline } from '../../../ui/flower-outline.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import '../../../ui/more.css'
import { ProductCard } from '../store/product-card.tsx'
import { leadInWords } from '../store/product-facts.ts'
import { loading } from './favourites.en.ts'
import { FavouriteButton, type Favourites, useFavourites } from './favourites.tsx'
import * as text from './favourites-panel.en.ts'

interface Thing {
  id: string
  title: string
  /** Draws the list item of a product or course. Null if visitors cannot see it at present. */
  draw: ((heart: ReactNode) => ReactNode) | null
}

/** A short list of favourites is followed by this many suggestions, a full row of cards. */
const suggested = 4

/** Two columns on a phone, but one if its text is large. */
const two = 'grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,34%)),1fr))]'

interface Props {
  /** Draws the list item of a course; courses belong to another room. */
  drawCourse: (row: Course, heart: ReactNode) => ReactNode
}

export default function FavouritesPanel({ drawCourse }: Props) {
  const isGuest = useSessionToken() === null
  const flowers = useFavourites('product')
  const courses = useFavourites('course')
  const hasStore = useHasPart('store')
  const products = useQuery({ ...query('GET /api/products'), enabled: hasStore })
  const { data: firstDays } = useQuery({ ...query('GET /api/delivery-options/first'), enabled: hasStore })
  const classes = useQuery(query('GET /api/courses'))
  const all = [flowers.result, courses.result, hasStore ? products : null, classes]
  const failed = all.filter((one) => one?.error)
  const allFlowers = rowsIn<Product>(products.data).map((product) => ({
    id: product.id,
    title: product.name,
    isOffered: product.instock,
    draw: (heart: ReactNode) => (
      <ProductCard
        key={product.id}
        {...{ product }}
        at={suggested}
        favourite={heart}
        delivery={leadInWords(product, firstDays)}
      />
    ),
  }))
  const allCourses = rowsIn<Course>(classes.data).map((row) => ({
    id: row.id,
    title: row.title,
    isOffered: true,
    draw: (heart: ReactNode) => drawCourse(row, heart),
  }))
  const ofFlowers = useEverMarked(
    flowers,
    allFlowers,
    hasStore && products.isSuccess ? text.missingFlowers : null,
  )
  const ofCourses = useEverMarked(courses, allCourses, classes.isSuccess ? text.missingCourse : null)
  const [some, favourites] = hasStore ? [allFlowers, flowers] : [allCourses, courses]

  const listed = new Set([...ofFlowers, ...ofCourses].map(({ id }) => id))
  const suggestions = some.filter(({ id, isOffered }) => isOffered && !listed.has(id)).slice(0, suggested)

  if (all.some((one) => one?.isPending)) return <Awaited label={loading} />
  const marked = (hasStore ? flowers.ids.length : 0) + courses.ids.length
  const hasFailed = failed.length > 0 && (marked > 0 || !isGuest)
  return (
    <>
      {hasFailed ? (
        <FailedNote
          className="mt-8"
          title={text.notLoaded}
          of={{
            isFetching: failed.some((one) => one?.isFetching),
            refetch: () => all.map((one) => one?.refetch()),
          }}
        >
          {isGuest ? text.stillHere({ count: marked }) : text.stillInAccount}
        </FailedNote>
      ) : (
        listed.size === 0 && <NoFavourites />
      )}
      {hasFailed && listed.size === 0 && (
        <div className="mt-6 flex flex-wrap gap-3">
          <WaysOn />
        </div>
      )}
      <Part title={text.flowers} things={ofFlowers} favourites={flowers} />
      <Part
        title={text.courses}
        things={ofCourses}
        favourites={courses}
        columns="sm:grid-cols-2 lg:grid-cols-3"
      />
      {listed.size < suggested && (
        <Part
          title={hasStore ? text.fromStore : text.ourCourses}
          things={suggestions}
          favourites={favourites}
          columns={hasStore ? `${two} md:grid-cols-4` : 'sm:grid-cols-2'}
        />
      )}
    </>
  )
}

function NoFavourites() {
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 bg-rose-tint p-5 petal md:p-6">
      <FlowerOutline className="size-14 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-display text-lg">{text.none}</p>
        <p className="mt-1 text-ink-soft">{text.noneLead}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <WaysOn />
      </div>
    </div>
  )
}

function WaysOn() {
  return (
    <>
      <IfPart part="store">
        <ButtonLink to="/store" size="sm">
          {text.visitStore}
        </ButtonLink>
      </IfPart>
      <ButtonLink to="/classes" size="sm" variant="outline">
        {text.seeCourses}
      </ButtonLink>
    </>
  )
}

/**
 * Returns everything that was ever marked while this page was open, so that a click on the wrong heart can be undone.
 * Marked things that are not in `things` come last, with the title `missing`. If `missing` is null, they are left out.
 */
function useEverMarked({ ids }: Favourites, things: readonly Thing[], missing: string | null): Thing[] {
  const [known, setKnown] = useState<readonly string[]>(ids)
  if (ids.some((id) => !known.includes(id))) setKnown([...new Set([...known, ...ids])])
  const listed = new Set(things.map(({ id }) => id))
  const gone = missing === null ? [] : known.filter((id) => !listed.has(id))
  return [
    ...things.filter(({ id }) => known.includes(id)),
    ...gone.map((id) => ({ id, title: missing ?? '', draw: null })),
  ]
}

function Part({
  title,
  things,
  favourites,
  columns = `${two} md:grid-cols-3 lg:grid-cols-4`,
}: {
  title: string
  things: readonly Thing[]
  favourites: Favourites
  columns?: string
}) {
  const heading = useId()
  if (things.length === 0) return null
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="text-xl">
        {title}
      </h2>
      <ul className={cx('mt-4 grid gap-x-4 gap-y-8 md:gap-x-6', columns)}>
        {things.map((thing) => {
          const heart = <FavouriteButton thing={thing} favourites={favourites} />
          return thing.draw?.(heart) ?? <Gone key={thing.id} {...thing} heart={heart} />
        })}
      </ul>
    </section>
  )
}

function Gone({ title, heart }: { title: string; heart: ReactNode }) {
  return (
    <li>
      <div className="relative aspect-[4/5] w-full bg-sunk petal">
        <span className="absolute top-2 right-2">{heart}</span>
      </div>
      <h3 className="mt-3 text-base leading-snug md:text-lg">{title}</h3>
      <p className="text-ink-soft">{text.notAvailable}</p>
    </li>
  )
}
