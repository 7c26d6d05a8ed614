import { Check, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Enquiry } from '../../../../contract/enquiries.ts'
import { momentText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { MailLink, PhoneLink } from '../../contact-link.tsx'
import { RecordCard } from '../../record-card.tsx'
import { useDeed } from '../../use-deed.ts'

export const link = 'link inline-flex min-h-11 items-center self-start'

export function VisitorCard({ item, actions }: { item: Enquiry; actions: ReactNode }) {
  return (
    <RecordCard
      name={item.name}
      badges={
        <>
          <Badge tone="leaf">{item.enquiry}</Badge>
          {item.answered_at === null && <Badge tone="marigold">Not answered</Badge>}
          <span className="ml-auto text-sm text-ink-soft">{momentText(item.created_at)}</span>
        </>
      }
      actions={actions}
    >
      <p className="flex flex-col [overflow-wrap:anywhere]">
        <MailLink email={item.email} className={link} />
        <PhoneLink phone={item.phone} code="" className={link} />
      </p>
      {item.question && (
        <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">{item.question}</p>
      )}
    </RecordCard>
  )
}

export function MarkButton({
  item: { id, name, answered_at },
  onMarked,
}: {
  item: Enquiry
  onMarked: () => void
}) {
  const answered = answered_at === null
  const label = `Mark ${answered ? 'answered' : 'unanswered'}`
  const mark = useDeed({
    run: () => api('PUT /api/admin/categoryuserdata/:id/answered', { params: { id }, body: { answered } }),
    onDone: onMarked,
  })
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={answered ? Check : Undo2}
      aria-label={`${label}: ${name}`}
      busy={mark.isPending}
      onClick={() => mark.mutate()}
    >
      {label}
    </Button>
  )
}
