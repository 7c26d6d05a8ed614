import { Heading } from '../../../ui/heading.tsx'
import { Section } from '../../../ui/section.tsx'

const reasons = [
  {
    title: 'Expert Instructors',
    text: 'Florists who still work weddings and hotels, and teach what held up last Sunday.',
  },
  {
    title: 'Hands-On Training',
    text: 'You tie, wire and build from the first hour. Flowers and tools are on your bench.',
  },
  {
    title: 'Industry Recognition',
    text: 'Our diploma opens doors at studios, hotels and event houses across the south.',
  },
  {
    title: 'Passionate Community',
    text: 'Graduates share work, market tips and hands for big days, long after the course.',
  },
]

export function WhyChooseUs() {
  return (
    <Section ground="marigold" aria-labelledby="why">
      <div className="grid gap-10 lg:grid-cols-[1fr_1.8fr] lg:gap-16">
        <Heading id="why">
          Why <em>Choose Us</em>
        </Heading>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {reasons.map(({ title, text }, index) => (
            <li key={title} className={index % 2 === 1 ? 'sm:translate-y-8' : undefined}>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
