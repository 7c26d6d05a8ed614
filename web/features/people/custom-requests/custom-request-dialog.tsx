import { useRef, useState } from 'react'
import { customRequestForm } from '../../../../contract/people/custom-requests.ts'
import { api } from '../../../lib/api.ts'
import { sentPicture } from '../../../lib/shrink-picture.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { FileField } from '../../../ui/file-field.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SendDialog, TrapField } from '../../../ui/send-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export default function CustomRequestDialog({ open, onClose }: Openable) {
  const trap = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const form = useSentForm({
    rules: customRequestForm,
    defaults: { comment: '', name: '', email: '', phone: '' },
    send: async (values, keyed) => {
      const image = file === null ? null : await sentPicture(file)
      const body = { ...values, image, website: trap.current?.value ?? '' }
      return api('POST /api/custom-requests', { body }, keyed(body))
    },
    onRefused: ({ code, message }) => {
      if (code === 'image_too_large' || code === 'unsupported_image') setFileError(message)
    },
  })
  const { field, sending } = form
  function choose(chosen: File | null) {
    setFile(chosen)
    setFileError(null)
    sending.reset()
  }
  function close() {
    onClose()
    choose(null)
  }
  return (
    <SendDialog
      open={open}
      onClose={close}
      title="A bouquet of your own"
      description="Tell us what you have in mind. We answer with an idea and a price."
      sendLabel="Send request"
      form={form}
      thanks={{
        title: 'Thank you!',
        text: 'Your wish is on our desk. We answer within a day, by e-mail or by phone.',
      }}
    >
      <TextArea
        label="Your wish"
        required
        hint="The occasion and its day, colours and flowers you like, your budget"
        rows={4}
        {...field('comment')}
      />
      <FileField
        label="A picture to go by"
        hint="A bouquet you saw, a dress, a room (optional)"
        file={file}
        error={fileError}
        disabled={sending.isPending}
        onPick={choose}
        onRemove={() => choose(null)}
      />
      <TextField label="Full Name" required autoComplete="name" {...field('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Email" type="email" required autoComplete="email" {...field('email')} />
        <PhoneField label="Phone Number" hint="Optional" {...field('phone')} />
      </div>
      <TrapField inputRef={trap} />
    </SendDialog>
  )
}
