import type { ReactNode } from 'react'
import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import type { Api } from '../../../../contract/index.ts'
import { grouped } from '../../../../contract/words.ts'
import { EmailWords } from '../../../ui/email-words.tsx'
import { HeadCells } from '../../head-cells.tsx'
import { SectionLink } from '../../section-link.tsx'
import { Panel } from './panel.tsx'

type LandingContacts = EndpointResponse<Api['GET /api/landing/contacts']>

/** The newest 20 subscribers, with how many there are. */
export function Subscribers({ contacts: { subscribers, total_subscribers } }: { contacts: LandingContacts }) {
  return (
    <Newest title="Newsletter subscribers" to="subscribers" of={subscribers} total={total_subscribers}>
      <ul className="grid gap-x-6 text-sm sm:grid-cols-2">
        {subscribers.map(({ email }) => (
          <li key={email} className="border-b border-line py-2 [overflow-wrap:anywhere]">
            <EmailWords email={email} />
          </li>
        ))}
      </ul>
    </Newest>
  )
}

/** The 20 visitors of late, with how many there are. */
export function Visitors({ contacts: { contacts, total_contacts } }: { contacts: LandingContacts }) {
  return (
    <Newest title="Recent visitors" to="visitors" of={contacts} total={total_contacts}>
      <table className="w-full text-sm">
        <thead className="text-left text-ink-soft max-sm:sr-only">
          <tr>
            <HeadCells className="py-1 pr-3 font-normal" columns={[['Name'], ['Email'], ['Phone']]} />
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {contacts.map(({ id, name, email, phone }) => (
            <tr key={id} className="align-top max-sm:flex max-sm:flex-col max-sm:py-2">
              <th scope="row" className="pr-3 text-left sm:py-2">
                {name || '-'}
              </th>
              <td className="pr-3 [overflow-wrap:anywhere] sm:py-2">
                <EmailWords email={email || '-'} />
              </td>
              <td className="whitespace-nowrap sm:py-2">{phone || '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Newest>
  )
}

function Newest({
  title,
  to,
  of,
  total,
  children,
}: {
  title: string
  /** The section with all of them, which is also what they are called. */
  to: string
  of: readonly unknown[]
  total: number
  children: ReactNode
}) {
  return (
    <Panel
      title={title}
      aside={
        <SectionLink to={to} className="link inline-flex min-h-11 items-center">
          {of.length < total ? `${of.length} of ${grouped(total)}` : `${total} in all`}
        </SectionLink>
      }
    >
      {of.length === 0 ? <p className="text-ink-soft">No {to} yet</p> : children}
    </Panel>
  )
}
