import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SavedRecipient } from '../../../../contract/store/saved-recipients.ts'
import { api } from '../../../lib/api.ts'
import { query, rowsIn } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import * as text from './saved-recipients.en.ts'
import type { Typed } from './typed.ts'

/**
 * The fields are filled by a button, not by choosing. Arrow keys go through all choices, and each would overwrite typed
 * text.
 */
export default function SavedRecipients() {
  const element = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const result = useQuery(query('GET /api/recipients'))
  const saved = rowsIn<SavedRecipient>(result.data)

  function use() {
    const form = element.current?.closest('form')
    const chosenId = element.current?.querySelector('select')?.value
    const chosen = saved.find(({ id }) => id === chosenId)
    if (!form || chosen === undefined) return setSaid(text.chooseFirst)
    const pincode = form.elements.namedItem('pincode')
    const isElsewhere = pincode instanceof HTMLInputElement && digits(pincode.value) !== chosen.pincode
    fillRecipient(form, chosen)
    setSaid(isElsewhere ? text.filledInElsewhere({ pincode: chosen.pincode }) : text.filledIn)
  }

  if (result.data === undefined) {
    return result.error ? (
      <FailedNote title={text.notLoaded} of={result}>
        {text.notLoadedLead}
      </FailedNote>
    ) : (
      <div role="status" aria-busy="true" aria-label={text.loading}>
        <Skeleton className="h-18" />
      </div>
    )
  }
  if (saved.length === 0) {
    // The note is as high as the list would be, so that nothing moves.
    return <p className="flex min-h-18 items-center text-sm text-ink-soft">{text.noneSaved}</p>
  }
  return (
    <div ref={element}>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={text.savedRecipient}
          placeholder={text.chooseOrType}
          options={saved.map(({ id, label, area }) => ({
            value: id,
            label: text.nameAndArea({ name: label, area }),
          }))}
          defaultValue=""
          onChange={() => setSaid('')}
          className="min-w-0 flex-1 sm:max-w-80"
        />
        <Button variant="outline" onClick={use}>
          {text.use}
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {said}
      </p>
    </div>
  )
}

const digits = (typed: string) => typed.replace(/\D/g, '')

export async function saveRecipient(typed: Typed): Promise<void> {
  const { recipientName = '', recipientPhone = '', address = '', area = '', landmark, pincode = '' } = typed
  try {
    await api('POST /api/recipients', {
      body: { recipientName, recipientPhone, address, area, pincode, ...(landmark && { landmark }) },
    })
  } catch (error) {
    toast({
      title: text.notSaved,
      description: error instanceof Error ? error.message : '',
      tone: 'error',
    })
  }
}

const filled = ['recipientName', 'recipientPhone', 'address', 'area', 'landmark', 'pincode'] as const

/**
 * Fills the fields and fires their events as if typed, so that errors are cleared, and the draft, the days and the fee
 * are updated.
 */
function fillRecipient(form: HTMLFormElement, recipient: Pick<SavedRecipient, (typeof filled)[number]>) {
  const own = form.elements.namedItem('isForMe')
  if (own instanceof HTMLInputElement && own.checked) own.click()
  // React does not notice a value that is set on the element itself, so the native setter is called.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  for (const name of filled) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) continue
    set?.call(field, recipient[name])
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
