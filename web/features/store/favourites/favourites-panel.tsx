import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Course } from '../../../../contract/catalogue/courses.ts'
import type { FavouriteKind } from '../../../../contract/store/favourites.ts'
import { hasPriceRange, missingText } from '../../../../contract/store/product-facts.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { IfPart } from '../../../lib/if-part.tsx'
import { query, rowsIn } from '../../../lib/query.ts'
import { useHasPart } from '../../../lib/school.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { FlowerOutline } from '../../../ui/flower-outline.tsx'
import { Picture, type PictureProps } from '../../../ui/picture.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import '../../../ui/more.css'
import { loading } from './favourites.en.ts'
import { FavouriteButton, type Favourites, useFavourites } from './favourites.tsx'
import * as text from './favourites-panel.en.ts'

interface Thing {
  id: string
  title: string
  /** Null if visitors cannot see the product or course at present. Its title is then not shown. */
  path: string | null
  picture: PictureProps['picture']
  note: string
}

const thingOf = {
  product: (row: Product): Thing => ({
    id: row.id,
    title: row.name,
    path: `/store/${encodeURIComponent(row.slug)}`,
    picture: row.pictures[0]?.picture ?? null,
    note: row.instock ? productPrice(row) : missingText(row),
  }),
  course: (row: Course): Thing => ({
    id: row.id,
    title: row.title,
    path: `/classes/${encodeURIComponent(row.slug)}`,
    picture: row.picture,
    note: Number(row.price) === 0 ? text.free : formatRupees(row.price),
  }),
}

/** A page without favourites suggests this many things. */
const suggested = 4

function productPrice(row: Product): string {
  const price = formatRupees(row.price)
  return hasPriceRange(row) ? text.priceFrom({ price }) : price
}

export default function FavouritesPanel() {
  const flowers = useFavourites('product')
  const courses = useFavourites('course')
  const hasStore = useHasPart('store')
  const products = useQuery({ ...query('GET /api/products'), enabled: hasStore })
  const classes = useQuery(query('GET /api/courses'))
  const all = [flowers.result, courses.result, hasStore ? products : null, classes]
  const failed = all.find((one) => one?.error)
  const isPending = all.some((one) => one?.isPending)
  const ofFlowers = useEverMarked(
    flowers,
    rowsIn<Product>(products.data).map(thingOf.product),
    hasStore && products.isSuccess ? text.missingFlowers : null,
  )
  const ofCourses = useEverMarked(
    courses,
    rowsIn<Course>(classes.data).map(thingOf.course),
    classes.isSuccess ? text.missingCourse : null,
  )

  if (failed) {
    const { error, isFetching } = failed
    const again = { error, isFetching, refetch: () => all.map((one) => one?.refetch()) }
    return <LoadFailure className="mt-8" title={text.notLoaded} of={again} />
  }
  if (isPending) return <Awaited label={loading} />
  if (ofFlowers.length + ofCourses.length === 0) {
    const some = hasStore
      ? rowsIn<Product>(products.data)
          .filter(({ instock }) => instock)
          .map(thingOf.product)
      : rowsIn<Course>(classes.data).map(thingOf.course)
    return (
      <>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 bg-rose-tint p-5 petal md:p-6">
          <FlowerOutline className="size-14 shrink-0" />
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-display text-lg">{text.none}</p>
            <p className="mt-1 text-ink-soft">{text.noneLead}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <IfPart part="store">
              <ButtonLink to="/store" size="sm">
                {text.visitStore}
              </ButtonLink>
            </IfPart>
            <ButtonLink to="/classes" size="sm" variant="outline">
              {text.seeCourses}
            </ButtonLink>
          </div>
        </div>
        <Part
          kind={hasStore ? 'product' : 'course'}
          title={hasStore ? text.fromStore : text.ourCourses}
          things={some.slice(0, suggested)}
          favourites={hasStore ? flowers : courses}
        />
      </>
    )
  }
  return (
    <>
      <Part kind="product" title={text.flowers} things={ofFlowers} favourites={flowers} />
      <Part kind="course" title={text.courses} things={ofCourses} favourites={courses} />
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
    ...gone.map((id) => ({ id, title: missing ?? '', path: null, picture: null, note: text.notAvailable })),
  ]
}

function Part({
  kind,
  title,
  things,
  favourites,
}: {
  kind: FavouriteKind
  title: string
  things: readonly Thing[]
  favourites: Favourites
}) {
  if (things.length === 0) return null
  return (
    <section aria-labelledby={kind} className="mt-8">
      <h2 id={kind} className="text-xl">
        {title}
      </h2>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,34%)),1fr))] gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4">
        {things.map((thing) => (
          <li key={thing.id}>
            <div className="relative">
              {thing.path === null ? (
                <div className="aspect-[4/5] w-full bg-sunk petal" />
              ) : (
                <Link to={thing.path} tabIndex={-1} aria-hidden="true">
                  <Picture
                    picture={thing.picture}
                    alt=""
                    sizes="(min-width: 76rem) 16.9rem, (min-width: 64rem) calc(25vw - 2.1rem), (min-width: 48rem) calc(33vw - 2.2rem), calc(50vw - 1.75rem)"
                    className="aspect-[4/5] w-full petal"
                  />
                </Link>
              )}
              <span className="absolute top-2 right-2">
                <FavouriteButton thing={thing} favourites={favourites} />
              </span>
            </div>
            <h3 className="mt-3 text-base leading-snug md:text-lg">
              {thing.path === null ? (
                thing.title
              ) : (
                <Link to={thing.path} className="no-underline hover:underline">
                  {thing.title}
                </Link>
              )}
            </h3>
            <p className="text-ink-soft">{thing.note}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
