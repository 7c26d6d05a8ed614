import { useSchool } from '../../../lib/school.ts'
import { Button } from '../../../ui/button.tsx'
import { Eyebrow, Heading } from '../../../ui/heading.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'

export function VenueBand({ onView, onUpdates }: { onView: () => void; onUpdates: () => void }) {
  const school = useSchool()
  return (
    <Section ground="leaf" aria-labelledby="hall">
      <div className="grid items-center gap-10 md:grid-cols-[1fr_1.3fr] md:gap-16">
        <Picture
          picture={school?.pictures.hall}
          alt="The hall with its cherry blossom tree"
          sizes="(min-width: 76rem) 29.6rem, (min-width: 48rem) calc(43.5vw - 3.5rem), calc(100vw - 2.5rem)"
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
