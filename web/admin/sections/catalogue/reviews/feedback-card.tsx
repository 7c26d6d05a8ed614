import { ratingNames, type StudentFeedback } from '../../../../../contract/catalogue/feedback.ts'
import { Rating } from '../../../../ui/rating.tsx'
import { addedText } from '../../../list/columns.tsx'
import type { CardProps } from '../../../record.ts'
import { RecordCard } from '../../../record-card.tsx'

export const ratingOptions = ([5, 4, 3, 2, 1] as const).map((rating) => ({
  value: String(rating),
  label: `${rating} - ${ratingNames[rating]}`,
}))

export const ratingName = (rating: number) => ratingNames[rating as keyof typeof ratingNames] ?? ''

export function FeedbackCard({ item, selectBox, actions }: CardProps<StudentFeedback>) {
  return (
    <RecordCard
      name={item.student_name}
      under={<span className="line-clamp-2">{item.course_name}</span>}
      selectBox={selectBox}
      foot={
        <time dateTime={item.created_at} className="text-sm text-ink-soft">
          {addedText(item)}
        </time>
      }
      actions={actions}
    >
      <Stars rating={item.rating} />
      <p className="line-clamp-6 whitespace-pre-line wrap-anywhere">{item.feedback_text}</p>
    </RecordCard>
  )
}

export function Stars({ rating }: { rating: number }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <Rating value={rating} />
      <span className="text-ink-soft">{ratingName(rating)}</span>
    </span>
  )
}
