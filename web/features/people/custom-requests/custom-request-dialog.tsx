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
import * as text from './custom-request.en.ts'

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
      title={text.title}
      description={text.lead}
      sendLabel={text.send}
      form={form}
      thanks={{
        title: text.thanks,
        text: text.thanksLead,
      }}
    >
      <TextArea label={text.request} required hint={text.requestHint} rows={4} {...field('comment')} />
      <FileField
        label={text.picture}
        hint={text.pictureHint}
        file={file}
        error={fileError}
        disabled={sending.isPending}
        onPick={choose}
        onRemove={() => choose(null)}
      />
      <TextField label={text.name} required autoComplete="name" {...field('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={text.email} type="email" required autoComplete="email" {...field('email')} />
        <PhoneField label={text.phone} hint={text.optional} {...field('phone')} />
      </div>
      <TrapField inputRef={trap} />
    </SendDialog>
  )
}
