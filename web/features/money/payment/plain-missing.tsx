import { usePageAssets } from '../../../lib/page-context.tsx'
import { useSendsEmails } from '../../../lib/school.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import * as text from './payment.en.tsx'

const notLoaded = { order: text.orderNotLoaded, enrollment: text.enrolmentNotLoaded }
const unknownPlainly = { order: text.unknownOrderPlainly, enrollment: text.unknownEnrolmentPlainly }
const unknown = { order: text.unknownOrder, enrollment: text.unknownEnrolment }

/** Stands in for an order or enrollment that could not be loaded. The server alone renders this part. */
export default function PlainMissing({ what = 'order' }: { what?: 'order' | 'enrollment' }) {
  const { isUnloaded } = usePageAssets()
  const sendsEmails = useSendsEmails()
  const texts = isUnloaded ? notLoaded : sendsEmails ? unknown : unknownPlainly
  return <p>{texts[what](<CallOrChat />)}</p>
}
