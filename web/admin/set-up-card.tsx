import { counted } from '../../contract/words.ts'
import { Card } from '../ui/card.tsx'
import { SectionLink } from './section-link.tsx'
import { isUnderWay, setUpTitles, stepsLeft, useSetUp } from './set-up.ts'

/** Shows on the dashboard which steps of the set-up are left. */
export function SetUpCard() {
  const setUp = useSetUp()
  if (setUp === undefined || !isUnderWay(setUp)) return null
  const left = stepsLeft(setUp)
  return (
    <Card as="section" aria-labelledby="set-up" className="p-4 md:p-5">
      <h2 id="set-up" className="text-lg">
        Set up your school
      </h2>
      <p className="mt-1 text-ink-soft">
        {counted(left.length, 'step')} left:{' '}
        {left.map(({ id, state }) => setUpTitles[id] + (state === 'later' ? ' (later)' : '')).join(', ')}.
      </p>
      <SectionLink
        to="set-up"
        action="continue"
        className="link mt-2 inline-flex min-h-11 items-center font-bold"
      >
        Continue
      </SectionLink>
    </Card>
  )
}
