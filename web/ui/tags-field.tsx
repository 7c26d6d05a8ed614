import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { CloseIcon } from './close-icon.tsx'
import { type FieldProps, FormField } from './form-field.tsx'

export type TagsFieldProps = FieldProps & {
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** Offered while typing; others may be typed as well. */
  suggestions?: readonly string[]
  placeholder?: string
}

/** A list of words: typed and added with Enter or the button; blanks and what is there already are ignored (B§5). */
export function TagsField({ value, onChange, suggestions = [], placeholder, ...field }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const add = () => {
    onChange(withTag(value, typed))
    setTyped('')
  }
  return (
    <FormField {...field}>
      {(wiring) => (
        <>
          {value.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {value.map((tag) => (
                <li key={tag} className="flex items-center rounded-full bg-leaf-tint pl-4 text-leaf-ink">
                  {tag}
                  <button
                    type="button"
                    aria-label={`Remove ${tag}`}
                    className="grid size-11 place-items-center rounded-full"
                    onClick={() => onChange(value.filter((other) => other !== tag))}
                  >
                    <CloseIcon />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex gap-2">
            <input
              {...wiring}
              className="control"
              list={listId}
              placeholder={placeholder}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
            <Button variant="outline" onClick={add}>
              Add
            </Button>
          </div>
          <datalist id={listId}>
            {suggestions
              .filter((one) => !value.includes(one))
              .map((one) => (
                <option key={one} value={one} />
              ))}
          </datalist>
        </>
      )}
    </FormField>
  )
}

/** Adds a tag unless it is blank or there already, whatever its case. */
export const withTag = (tags: readonly string[], typed: string): string[] => {
  const tag = typed.trim()
  const isThere = tags.some((other) => other.toLowerCase() === tag.toLowerCase())
  return tag === '' || isThere ? [...tags] : [...tags, tag]
}
