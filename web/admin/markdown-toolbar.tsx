import { Bold, Heading2, Italic, Link2, List, type LucideIcon, Quote } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { type Mark, marked, type Selected } from './markdown-marks.ts'

const marks: readonly [Mark, string, LucideIcon][] = [
  ['strong', 'Bold', Bold],
  ['emphasis', 'Italic', Italic],
  ['heading', 'Heading', Heading2],
  ['list', 'List', List],
  ['quote', 'Quote', Quote],
  ['link', 'Link', Link2],
]

type Change = (make: (selected: Selected) => Selected) => void

/** Changes the selected part of the text area inside `place`. */
export function useMarkdown(onChange: (text: string) => void): {
  place: RefObject<HTMLDivElement | null>
  change: Change
} {
  const place = useRef<HTMLDivElement>(null)
  return {
    place,
    change(make) {
      const area = place.current?.querySelector('textarea')
      if (!area) return
      const changed = make({ text: area.value, from: area.selectionStart, to: area.selectionEnd })
      onChange(changed.text)
      // The field shows the new text in the next frame, so the selection is set then.
      requestAnimationFrame(() => {
        area.focus()
        area.setSelectionRange(changed.from, changed.to)
      })
    },
  }
}

export function MarkdownToolbar({ change, children }: { change: Change; children?: ReactNode }) {
  return (
    <div role="toolbar" aria-label="Formatting" className="-ml-2 flex flex-wrap items-center">
      {marks.map(([mark, label, icon]) => (
        <IconButton
          key={mark}
          label={label}
          icon={icon}
          onClick={() => change((selected) => marked(selected, mark))}
        />
      ))}
      {children}
    </div>
  )
}
