import type { AdminInstructor } from '../../../../../contract/catalogue/instructors.ts'
import { counted, formatRupees } from '../../../../../contract/words.ts'
import { imageAddress } from '../../../../lib/image-address.ts'
import { FactLines, Facts } from '../../../../ui/facts.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import type { CardProps, ViewProps } from '../../../record.ts'
import { RecordCard } from '../../../record-card.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'

export function InstructorCard({ item, facts, actions }: CardProps<AdminInstructor>) {
  return (
    <RecordCard
      name={item.name}
      portrait={portraitOf(item)}
      under={
        <>
          {item.specialization}
          <p className="mt-1">
            <StateBadge {...activeState(item)} />
          </p>
        </>
      }
      actions={actions}
    >
      <Facts small facts={[...facts(['Email', 'Phone']), ['Experience', yearsText(item.experience_years)]]} />
    </RecordCard>
  )
}

export function InstructorView({ item, facts }: ViewProps<AdminInstructor>) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-5">
        <Picture
          picture={portraitOf(item)}
          alt={`Portrait of ${item.name}`}
          sizes="128px"
          className="size-32 shrink-0 rounded-full"
        />
        <StateBadge {...activeState(item)} />
      </div>
      <FactLines
        facts={[
          ...facts(['Email', 'Phone', 'Specialization'], 'Not set'),
          ['Experience', yearsText(item.experience_years) ?? 'Not set'],
          ['Hourly rate', item.hourly_rate === null ? 'Not set' : formatRupees(item.hourly_rate)],
          ...facts(['Added']),
        ]}
      />
      {item.bio && <p className="whitespace-pre-line wrap-anywhere">{item.bio}</p>}
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

export const portraitOf = ({ picture, profile_image }: AdminInstructor) =>
  picture ?? imageAddress(profile_image)

export const activeState = ({ is_active }: AdminInstructor): StateWords =>
  is_active ? { label: 'Active', tone: 'leaf' } : { label: 'Inactive', tone: 'neutral' }

const yearsText = (years: number | null) => (years === null ? null : counted(years, 'year'))
