import type { School } from '../../../../contract/school/school.ts'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { useHasPart, useSchool } from '../../../lib/school.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { KolamDivider } from '../../../ui/kolam.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Container } from '../../../ui/section.tsx'
import * as text from './offer-cards.en.ts'

const offers = [
  {
    picture: 'coursesPicture',
    titleName: 'coursesCardTitle',
    title: text.courses,
    leadName: 'coursesCard',
    lead: text.coursesLead,
    crop: 'aspect-[5/4]',
    sizes: '(min-width: 76rem) 37.9rem, (min-width: 48rem) calc(54.5vw - 3.5rem), calc(100vw - 2.5rem)',
    className: undefined,
    action: () => <ButtonLink to="/classes">{text.exploreCourses}</ButtonLink>,
  },
  {
    picture: 'bouquetsPicture',
    titleName: 'bouquetsCardTitle',
    title: text.bouquets,
    leadName: 'bouquetsCard',
    lead: text.bouquetsLead,
    crop: 'aspect-[5/4] md:aspect-square',
    sizes: '(min-width: 76rem) 42.1rem, (min-width: 48rem) calc(60.7vw - 4rem), calc(107vw - 2.7rem)',
    className: 'md:mt-24',
    action: (school: School | undefined) => (
      <ButtonLink href={school?.shopUrl ?? '/store'} target="_blank" rel="noopener" variant="outline">
        {text.visitShop}
        <span className="sr-only"> {text.opensInNewTab}</span>
      </ButtonLink>
    ),
  },
] as const

const grid = 'grid gap-12 md:grid-cols-[1.2fr_1fr] md:gap-10'

/** The card of the bouquets leads to the school's own store, or else to the shop in `shopUrl`. A card that is alone fills the width. */
export default function OfferCards() {
  const school = useSchool()
  const { texts, pictures } = useFallbacks() ?? {}
  const hasStore = useHasPart('store')
  const hasShop = hasStore || school?.shopUrl !== '/store'
  const shown = offers.filter(({ picture }) => picture !== 'bouquetsPicture' || hasShop)
  const isAlone = shown.length === 1
  return (
    <Container className="py-14 md:py-20">
      <KolamDivider className="mb-12 h-7 text-rose opacity-50" />
      <div className={isAlone ? undefined : grid}>
        {shown.map(({ picture, titleName, title, leadName, lead, crop, sizes, className, action }) => (
          <article key={picture} className={isAlone ? `${grid} items-center` : className}>
            <Picture
              picture={pictures?.[picture][0]}
              alt={pictures?.[picture][0]?.alt ?? ''}
              sizes={sizes}
              className={`${crop} w-full petal`}
            />
            <div>
              <Heading level={2} size="xl" className={isAlone ? undefined : 'mt-6'}>
                {texts?.[titleName] ?? title}
              </Heading>
              <p className="mt-2 mb-5 max-w-text whitespace-pre-line text-ink-soft">
                {texts && (texts[leadName] ?? lead)}
              </p>
              {action(school)}
            </div>
          </article>
        ))}
      </div>
    </Container>
  )
}
