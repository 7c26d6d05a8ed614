import { Note } from './note.tsx'

export type FormErrorsProps = {
  /** A sentence over the list. */
  title: string
  /** `fieldId` is the id of the control, for the link. */
  errors: readonly { fieldId: string; message: string }[]
  className?: string
}

/** What is wrong in a long form, over it, each line leading to its field. Announced when it appears. */
export function FormErrors({ title, errors, className }: FormErrorsProps) {
  if (errors.length === 0) return null
  return (
    <Note tone="error" role="alert" title={title} className={className}>
      <ul>
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId)?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
