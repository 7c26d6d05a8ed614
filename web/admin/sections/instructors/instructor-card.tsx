import type { AdminInstructor } from '../../../../contract/instructors.ts'
import { counted, formatRupees } from '../../../../contract/words.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { CardFacts, Facts } from '../../facts.tsx'
import { addedText } from '../../list/columns.tsx'
import { RecordCard } from '../../record-card.tsx'
import type { CardProps } from '../../record-section.tsx'

export function InstructorCard({ item, actions }: CardProps<AdminInstructor>) {
  return (
    <RecordCard
      name={item.name}
      portrait={portraitOf(item)}
      under={
        <>
          {item.specialization}
          <p className="mt-1">
            <ActiveBadge isActive={item.is_active} />
          </p>
        </>
      }
      actions={actions}
    >
      <CardFacts
        facts={[
          ['Email', <EmailWords key="email" email={item.email} />],
          ['Phone', item.phone],
          ['Experience', yearsText(item.experience_years)],
        ]}
      />
    </RecordCard>
  )
}

export function InstructorView({ item }: { item: AdminInstructor }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-5">
        <Picture
          picture={portraitOf(item)}
          alt={`Portrait of ${item.name}`}
          sizes="128px"
          className="size-32 shrink-0 rounded-full"
        />
        <ActiveBadge isActive={item.is_active} />
      </div>
      <Facts
        facts={[
          ['Email', item.email],
          ['Phone', item.phone ?? 'Not set'],
          ['Specialization', item.specialization ?? 'Not set'],
          ['Experience', yearsText(item.experience_years) ?? 'Not set'],
          ['Hourly rate', item.hourly_rate === null ? 'Not set' : formatRupees(item.hourly_rate)],
          ['Added', addedText(item)],
        ]}
      />
      {item.bio && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{item.bio}</p>}
      {item.highlights.length > 0 && (
        <ul className="list-disc pl-5">
          {item.highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const portraitOf = ({ picture, profile_image }: AdminInstructor) => picture ?? imageAddress(profile_image)

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="leaf">Active</Badge> : <Badge>Inactive</Badge>
}

function yearsText(years: number | null): string | null {
  return years === null ? null : counted(years, 'year')
}
