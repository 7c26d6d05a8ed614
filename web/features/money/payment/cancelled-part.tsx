import type { ReactNode } from 'react'
import { IfPart } from '../../../lib/if-part.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ArrivalHeading } from '../../../ui/heading.tsx'
import * as text from './cancelled-part.en.ts'
import type { Payable } from './payment-means.ts'

export interface CancelledProps {
  payable: Payable
  details: ReactNode
}

/** Shown for a cancelled seat or order. It loads on demand, because the size of the page's scripts is limited. */
export default function CancelledPart({ payable: { words, address }, details }: CancelledProps) {
  return (
    <>
      <ArrivalHeading>{words.cancelled}</ArrivalHeading>
      {words.isLapsed && <p className="mt-2 text-ink-soft">{text.lapsedLead}</p>}
      {details}
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/contact">{text.contactUs}</ButtonLink>
        {address.includes('?order=') ? (
          <IfPart part="store">
            <ButtonLink to="/store" variant="outline">
              {text.visitStore}
            </ButtonLink>
          </IfPart>
        ) : (
          <ButtonLink to="/classes" variant="outline">
            {text.seeCourses}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
