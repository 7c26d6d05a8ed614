import { useQuery } from '@tanstack/react-query'
import { grouped } from '../../../../contract/words.ts'
import { query, rowsIn, useLogged } from '../../../lib/query.ts'
import { Heading } from '../../../ui/heading.tsx'
import { Section } from '../../../ui/section.tsx'

const fallbackImpacts = [
  { id: 'students', title: 'Happy Students', value: '5000' },
  { id: 'years', title: 'Years Experience', value: '15' },
  { id: 'classes', title: 'Classes Taught', value: '500' },
  { id: 'flowers', title: 'Flowers Arranged', value: '50000' },
]

/** Turns `50000` into `50,000`, and leaves other text alone. */
function valueText(value: string): string {
  return /^\d+$/.test(value) ? grouped(Number(value)) : value
}

export function ImpactNumbers() {
  const { data, error } = useQuery(query('GET /api/impacts'))
  const impacts = rowsIn<(typeof fallbackImpacts)[number]>(data)
  useLogged(error, 'The impact numbers could not be loaded')
  return (
    <Section ground="night" aria-labelledby="impact">
      <p className="mb-2 text-sm font-bold text-marigold">Since the first batch</p>
      <Heading id="impact">
        Our Impact <em>in Numbers</em>
      </Heading>
      <dl className="mt-10 grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4">
        {(impacts.length > 0 ? impacts : fallbackImpacts).map(({ id, title, value }, index) => (
          <div key={id} className={`flex flex-col-reverse ${index % 2 === 1 ? 'lg:translate-y-8' : ''}`}>
            <dt className="text-on-night-soft">{title}</dt>
            <dd className="font-display text-2xl text-marigold">{valueText(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
