import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { noteOf } from '../../../lib/form-errors.ts'
import { usePageForm } from '../../../lib/use-page-form.ts'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** Sends the links of an address to its mailbox. The page says the same for every address. */
export function FindForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, field, sending } = usePageForm({
    loadRules: async () => (await import('../../../../contract/registrations/proofs.ts')).ownLinksBody,
    send: async (body, keyed) => {
      await api('POST /api/own-links', { body }, keyed(body))
      return body.email
    },
    onSent: setSentTo,
  })
  return (
    <form {...form} aria-label="By email" className="mt-4 flex max-w-text flex-col gap-4">
      <WithoutScripts />
      <Note tone="error" role="alert" title={noteOf(sending.error)} />
      <TextField label="Email" type="email" required autoComplete="email" {...field('email')} />
      <Button type="submit" busy={sending.isPending && 'Sending...'} className="self-start">
        Send me the links
      </Button>
      <Note role="status" title={sentTo && <>Please look into the mailbox of {sentTo}.</>}>
        {sentTo &&
          'Our letter says what stands under this address, with a link to each. It may take a minute, and may lie with the spam. We write once an hour at most.'}
      </Note>
    </form>
  )
}
