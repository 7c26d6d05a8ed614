import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type CustomRequestForm, customRequestForm } from '../../../contract/custom-requests.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { PictureError, readDataUrl, shrinkPicture } from '../../lib/shrink-picture.ts'
import { useSubmissionKey } from '../../lib/use-submission-key.ts'
import { FileField } from '../../ui/file-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SendDialog, TrapField } from '../../ui/send-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'

const blank = { comment: '', name: '', email: '', phone: '' }

/** On the way from a phone a picture weighs no more than this. */
const sentBytesMax = 1024 * 1024

/** Reading B11: flowers that are on no shelf, in the visitor's own words. */
export default function CustomRequestDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const submission = useSubmissionKey()
  const trap = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(customRequestForm),
    defaultValues: blank,
    reValidateMode: 'onSubmit',
  })
  const send = useMutation<unknown, ApiError | PictureError, CustomRequestForm>({
    mutationFn: async (values) => {
      const image = file === null ? null : await readDataUrl(await shrinkPicture(file, sentBytesMax))
      const body = { ...values, image, website: trap.current?.value ?? '' }
      return api('POST /api/custom-requests', { body }, { idempotencyKey: submission.keyFor(body) })
    },
    onSuccess: () => submission.succeeded(),
    onError: (error) => {
      const isOfPicture =
        error instanceof PictureError ||
        error.code === 'image_too_large' ||
        error.code === 'unsupported_image'
      if (isOfPicture) setFileError(error.message)
    },
  })
  const refusal = send.error !== null && !(send.error instanceof PictureError) ? send.error : null
  const field = (name: keyof CustomRequestForm) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: form.formState.errors[name]?.message ?? refusal?.fields[name] ?? null,
  })
  function choose(chosen: File | null) {
    setFile(chosen)
    setFileError(null)
    send.reset()
  }
  function close() {
    onClose()
    form.reset(blank)
    choose(null)
  }
  return (
    <SendDialog
      open={open}
      onClose={close}
      title="A bouquet of your own"
      description="Tell us what you have in mind. We answer with an idea and a price."
      sendLabel="Send request"
      send={send}
      onSubmit={(event) => void form.handleSubmit((values) => send.mutate(values))(event)}
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
        disabled={send.isPending}
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
