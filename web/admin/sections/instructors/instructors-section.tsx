import type { AdminInstructor, PublicInstructor } from '../../../../contract/instructors.ts'
import { counted, formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { CardFacts, Facts } from '../../facts.tsx'
import { addedColumn, addedText, emailColumn, fewWords, longText } from '../../list/columns.tsx'
import { eitherOr, listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { RecordCard } from '../../record-card.tsx'
import { type CardProps, RecordSection } from '../../record-section.tsx'
import { instructorForm } from './instructor-form.tsx'

const definition: ListDefinition<'GET /api/instructors'> = {
  id: 'instructors',
  endpoint: 'GET /api/instructors',
  isPublicToo: true,
  search: { label: 'Search instructors' },
  filters: [eitherOr('active', 'Status', ['Active', 'Inactive'])],
  sorts: [
    { value: 'joined', label: 'Oldest first' },
    { value: '-joined', label: 'Newest first' },
    { value: 'name', label: 'Name, A to Z' },
    { value: '-name', label: 'Name, Z to A' },
  ],
  sentences: listSentences('instructors', 'Failed to fetch instructors data'),
}

const columns: readonly Column<AdminInstructor>[] = [
  { header: 'Name', text: ({ name }) => name, sort: 'name', className: fewWords },
  emailColumn(({ email }) => email),
  { header: 'Phone', text: ({ phone }) => phone ?? '' },
  { header: 'Specialization', text: ({ specialization }) => specialization ?? '' },
  { header: 'Experience (Years)', text: ({ experience_years }) => String(experience_years ?? '') },
  {
    header: 'Hourly Rate',
    text: ({ hourly_rate }) => (hourly_rate === null ? '' : formatRupees(hourly_rate)),
    csv: ({ hourly_rate }) => String(hourly_rate ?? ''),
    isHidden: true,
  },
  {
    header: 'Status',
    text: ({ is_active }) => (is_active ? 'Active' : 'Inactive'),
    cell: ({ is_active }) => <ActiveBadge isActive={is_active} />,
  },
  { header: 'Bio', text: ({ bio }) => bio ?? '', className: longText, isHidden: true },
  { ...addedColumn, isHidden: true },
]

/** The same path answers the public: whoever is no admin any more gets the public's fields. */
const isForAdmin = (row: AdminInstructor | PublicInstructor): row is AdminInstructor => 'version' in row

export default function InstructorsSection() {
  return (
    <RecordSection
      kind="instructor"
      noun={['instructor', 'instructors']}
      list={useList(definition)}
      rows={({ data }) => data.filter(isForAdmin)}
      nameOf={({ name }) => name}
      columns={columns}
      Card={InstructorCard}
      View={InstructorView}
      form={instructorForm}
      draftName={({ name }) => name || 'a new instructor'}
      remove={{
        run: ({ id }) => api('DELETE /api/admin/instructors/:id', { params: { id } }),
        failed: 'Failed to delete instructor. Please try again.',
        done: () => 'Instructor deleted successfully',
      }}
      empty={{
        title: 'No instructors found',
        text: 'Add the first instructor; who is active appears on the About page.',
        add: 'Add First Instructor',
      }}
      fileName="instructors"
    />
  )
}

function InstructorCard({ item, actions }: CardProps<AdminInstructor>) {
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

function InstructorView({ item }: { item: AdminInstructor }) {
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

function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="leaf">Active</Badge> : <Badge>Inactive</Badge>
}

function yearsText(years: number | null): string | null {
  return years === null ? null : counted(years, 'year')
}
