import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import * as text from '../features/money/receipt/receipt.en.tsx'
import { ReceiptSheet } from '../features/money/receipt/receipt-sheet.tsx'
import { VisitorPage } from '../layout/visitor-page.tsx'
import { telLink } from '../lib/contact-links.ts'
import { usePageAssets } from '../lib/page-context.tsx'
import { isMissing, query } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { PageTitle, Statement } from '../ui/heading.tsx'
import { Awaited } from '../ui/spinner.tsx'

const receiptQuery = (token: string) => query('GET /api/receipt/:token', { params: { token } })

/** The server alone reads this. Browsers without scripts find the receipt in the page. */
export const handle: PageHandle = import.meta.env.SSR
  ? {
      isPrivate: true,
      isOpenEarly: true,
      isForOneRequest: () => true,
      queries: ({ token = '' }) => [{ ...receiptQuery(token), isRequired: true }],
    }
  : {}

export default function ReceiptRoute() {
  const school = useSchool()
  const { token = '' } = useParams()
  const isHydrated = useHydrated()
  const { isUnloaded } = usePageAssets()
  const result = useQuery({ ...receiptQuery(token), enabled: isHydrated })
  const { data, error } = result
  return (
    <VisitorPage title={text.pageTitle} {...(isMissing(result) && { width: 'beside-ikebana' })}>
      {data ? (
        <>
          <PageTitle className="print:sr-only">{text.yourReceipt}</PageTitle>
          <Card className="mt-6 p-5 md:p-8 print:mt-0 print:rounded-none print:border-0 print:p-0 print:shadow-none">
            <ReceiptSheet receipt={data} hasLetterhead />
          </Card>
          {isHydrated && (
            <Button variant="outline" className="mt-6 print:hidden" onClick={() => window.print()}>
              {text.print}
            </Button>
          )}
        </>
      ) : isMissing(result) ? (
        <>
          <Statement title={text.linkIsOld}>
            {text.useNewerLink}{' '}
            {school?.phone &&
              text.orCallUs(
                <a className="link whitespace-nowrap" href={telLink(school.phone)}>
                  {school.phone}
                </a>,
              )}
          </Statement>
          <ButtonLink to="/find" className="mt-6">
            {text.findOrder}
          </ButtonLink>
        </>
      ) : error ? (
        <>
          <PageTitle>{text.yourReceipt}</PageTitle>
          <LoadFailure className="mt-6" title={text.notLoaded} of={result} />
        </>
      ) : (
        <>
          <noscript>
            {import.meta.env.SSR && (
              <p>{isUnloaded ? text.notLoadedPlain(<CallOrChat />) : text.linkIsOldPlain(<CallOrChat />)}</p>
            )}
          </noscript>
          <Awaited label={text.loading} className="py-24 noscript:hidden" />
        </>
      )}
    </VisitorPage>
  )
}
