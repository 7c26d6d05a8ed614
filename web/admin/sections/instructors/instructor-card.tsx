import { type ReactNode, useId } from 'react'
import type { AdminInstructor } from '../../../../contract/instructors.ts'
import { counted } from '../../../../contract/words.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Picture } from '../../../ui/picture.tsx'

/** One instructor in the list, with View, Edit and Delete (B§2). */
export function InstructorCard({ item, actions }: { item: AdminInstructor; actions: ReactNode }) {
  const name = useId()
  return (
    <Card as="li" aria-labelledby={name} className="flex flex-col gap-3 p-4">
      <div className="flex items-center gap-4">
        <Picture
          picture={item.picture ?? imageAddress(item.profile_image)}
          alt=""
          sizes="80px"
          className="size-20 shrink-0 rounded-full"
        />
        <div className="min-w-0">
          <h2 id={name} className="text-lg [overflow-wrap:anywhere]">
            {item.name}
          </h2>
          <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{item.specialization}</p>
          <p className="mt-1">
            <ActiveBadge isActive={item.is_active} />
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
        <dt className="text-ink-soft">Email</dt>
        <dd>
          <EmailWords email={item.email} />
        </dd>
        {item.phone && (
          <>
            <dt className="text-ink-soft">Phone</dt>
            <dd>{item.phone}</dd>
          </>
        )}
        {item.experience_years !== null && (
          <>
            <dt className="text-ink-soft">Experience</dt>
            <dd>{yearsText(item.experience_years)}</dd>
          </>
        )}
      </dl>
      <div className="mt-auto -mb-1 border-t border-line pt-2">{actions}</div>
    </Card>
  )
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="leaf">Active</Badge> : <Badge>Inactive</Badge>
}

export function yearsText(years: number): string {
  return counted(years, 'year')
}
