import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../../lib/api.ts'
import { telLink } from '../../../lib/contact-links.ts'
import { isMissing } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Statement } from '../../../ui/heading.tsx'
import * as text from './missing.en.ts'
import { notFound, notFoundLead } from './payment.en.tsx'

export interface MissingProps {
  result: UseQueryResult<unknown, ApiError>
}

/** Shown if nothing to pay is found. The reason decides which way on comes first. */
export default function Missing({ result }: MissingProps) {
  const school = useSchool()
  // A page whose address names neither a seat nor an order has requested nothing.
  const isUnanswered = result.error !== null && !isMissing(result)
  const find = (
    <ButtonLink to="/find" variant={isUnanswered ? 'outline' : 'primary'}>
      {text.findOrder}
    </ButtonLink>
  )
  return (
    <>
      <Statement title={notFound}>
        <span>{notFoundLead}</span> {isUnanswered ? text.notAnswered : text.badLink}
      </Statement>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {!isUnanswered && find}
        {result.error && (
          <Button
            variant={isUnanswered ? 'primary' : 'outline'}
            busy={result.isFetching}
            onClick={() => void result.refetch()}
          >
            {text.tryAgain}
          </Button>
        )}
        {isUnanswered && find}
        {school?.phone && (
          <ButtonLink href={telLink(school.phone)} variant="outline">
            {text.call(school)}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
