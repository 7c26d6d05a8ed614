import type { School } from '../../../contract/school.ts'
import { useSchool } from '../../lib/school.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Eyebrow, Heading } from '../../ui/heading.tsx'
import { KolamDivider } from '../../ui/kolam.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Container, Section } from '../../ui/section.tsx'

const offers = [
  {
    picture: 'courses',
    title: 'Floral Design Courses',
    text: 'From the first spiral bouquet to a whole wedding stage: diplomas for a trade, workshops for a weekend. Small batches, every stem included.',
    crop: 'aspect-[5/4]',
    className: undefined,
    action: () => <ButtonLink to="/classes">Explore Courses</ButtonLink>,
  },
  {
    picture: 'bouquets',
    title: 'Exquisite Bouquets',
    text: 'Tied to order by our teachers and graduates, and brought to your door in the city.',
    crop: 'aspect-[5/4] md:aspect-square',
    className: 'md:mt-24',
    action: (school: School | undefined) => (
      <ButtonLink href={school?.shopUrl ?? '/store'} target="_blank" rel="noopener" variant="outline">
        Visit the Shop<span className="sr-only"> (opens in a new tab)</span>
      </ButtonLink>
    ),
  },
] as const

export function OfferCards() {
  const school = useSchool()
  return (
    <Container className="py-14 md:py-20">
      <KolamDivider className="mb-12 h-7 text-rose opacity-50" />
      <div className="grid gap-12 md:grid-cols-[1.2fr_1fr] md:gap-10">
        {offers.map(({ picture, title, text, crop, className, action }) => (
          <article key={title} className={className}>
            <Picture
              picture={school?.pictures[picture]}
              alt=""
              sizes="(min-width: 48rem) 36rem, 100vw"
              className={`${crop} w-full petal`}
            />
            <Heading level={2} size="xl" className="mt-6">
              {title}
            </Heading>
            <p className="mt-2 mb-5 max-w-text text-ink-soft">{text}</p>
            {action(school)}
          </article>
        ))}
      </div>
    </Container>
  )
}

export function VenueBand({ onView, onUpdates }: { onView: () => void; onUpdates: () => void }) {
  const school = useSchool()
  return (
    <Section ground="leaf" aria-labelledby="hall">
      <div className="grid items-center gap-10 md:grid-cols-[1fr_1.3fr] md:gap-16">
        <Picture
          picture={school?.pictures.hall}
          alt="The hall with its cherry blossom tree"
          sizes="(min-width: 48rem) 30rem, 100vw"
          className="aspect-square w-full arch"
        />
        <div>
          <Eyebrow>Exquisite venue for rent</Eyebrow>
          <Heading id="hall">
            Celebrate under the <em>cherry blossom</em>
          </Heading>
          <p className="mt-4 max-w-text text-lg text-ink-soft">
            1400 sq ft, air-conditioned, with a pantry of its own: for a birthday, a baby shower, a proposal
            or a team that needs a day among flowers.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <Button onClick={onView}>View Venue</Button>
            <Button variant="outline" onClick={onUpdates}>
              Get Updates
            </Button>
          </div>
        </div>
      </div>
    </Section>
  )
}
