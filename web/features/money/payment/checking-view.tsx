import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ArrivalHeading } from '../../../ui/heading.tsx'
import type { Payable } from './payable.ts'

export default function Checking({
  title,
  payable: { words, links },
  details,
  takeBack,
}: {
  title: string
  payable: Payable
  details: ReactNode
  takeBack: (() => void) | null
}) {
  return (
    <div role="status">
      <ArrivalHeading>{title}</ArrivalHeading>
      <p className="mt-3 text-lg text-ink-soft">{words.checking}</p>
      {details}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {links.checking}
        {takeBack && (
          <Button variant="quiet" className="noscript:hidden" onClick={takeBack}>
            I have not paid yet
          </Button>
        )}
      </div>
    </div>
  )
}
