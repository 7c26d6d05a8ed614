import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useRef, useState } from 'react'
import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import { concernForm, concernKinds, concernPhotographsMax } from '../../../../contract/orders/concerns.ts'
import { concernWords } from '../../../../contract/orders/orders.en.ts'
import { reminderFormOf, type setReminder } from '../../../../contract/orders/reminders.ts'
import { byBuyer } from '../../../../contract/orders/store-orders.ts'
import { dayText } from '../../../../contract/words.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { query, rowsIn, useStale } from '../../../lib/query.ts'
import { useSendsEmails } from '../../../lib/school.ts'
import { sentPicture } from '../../../lib/shrink-picture.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { pictureKinds, useShownPicture } from '../../../ui/file-field.tsx'
import { FieldHint } from '../../../ui/form-field.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './order-dialogs.en.ts'

const pictureCodes = new Set(['image_too_large', 'unsupported_image', 'limit_reached'])

export function ConcernDialog({
  order: { id, ordernumber },
  onClose,
  ...dialog
}: Openable & { order: { id: string; ordernumber: string } }) {
  const stale = useStale()
  const sendsEmails = useSendsEmails()
  const [files, setFiles] = useState<readonly File[]>([])
  const [fileError, setFileError] = useState<string | null>(null)
  const form = useSentForm({
    rules: concernForm,
    defaults: { what: '' as never, words: '', email: '' },
    send: async (values, keyed) => {
      const photographs: string[] = []
      for (const file of files) photographs.push(await sentPicture(file))
      const body = { ...values, photographs }
      return api('POST /api/orders/:id/concerns', { params: { id }, body }, keyed({ id, ...body }))
    },
    onSent: () => stale('GET /api/orders/:id'),
    onRefused: ({ code, message }) => {
      if (pictureCodes.has(code ?? '')) setFileError(message)
      else if (code === 'conflict') stale('GET /api/orders/:id')
    },
  })
  const { field, sending } = form
  function choose(chosen: readonly File[]) {
    const isTooMany = chosen.length > concernPhotographsMax
    setFiles(chosen.slice(0, concernPhotographsMax))
    setFileError(isTooMany ? text.tooManyPhotos({ max: concernPhotographsMax }) : null)
    sending.reset()
  }
  return (
    <SendDialog
      {...dialog}
      onClose={() => {
        onClose()
        if (sending.isSuccess) choose([])
      }}
      title={text.reportProblem}
      description={text.reportLead({ number: ordernumber })}
      sendLabel={text.sendReport}
      // The form is reset only after sending, so that unsent text is still there when the dialog opens again.
      form={{ ...form, form: { reset: () => sending.isSuccess && form.form.reset() } }}
      thanks={{
        title: text.reportSent,
        text: sendsEmails ? text.reportSentLead : text.reportSentWithoutMail,
      }}
    >
      <SelectField
        label={text.whatIsWrong}
        required
        placeholder={text.choose}
        options={concernKinds.map((value) => ({ value, label: concernWords[value] }))}
        {...field('what')}
      />
      <TextArea label={text.tellUsMore} required rows={4} {...field('words')} />
      <PhotographsField files={files} error={fileError} disabled={sending.isPending} onChange={choose} />
      <OwnEmail hint={text.reportEmailHint} {...field('email')} />
    </SendDialog>
  )
}

function PhotographsField({
  files,
  error,
  disabled,
  onChange,
}: {
  files: readonly File[]
  error: string | null
  disabled: boolean
  onChange: (files: readonly File[]) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-bold">
        {text.photos}
      </label>
      <FieldHint id={`${id}-hint`}>{text.photosHint}</FieldHint>
      <DropZone
        id={id}
        accept={pictureKinds}
        multiple
        disabled={disabled}
        hint={text.photosHint}
        error={error}
        inputRef={input}
        className="flex flex-col gap-3 p-3"
        onFiles={(more) => onChange([...files, ...more])}
      >
        {files.length > 0 && (
          <ul aria-label={text.selectedPhotos} className="flex flex-wrap gap-3">
            {files.map((file, n) => (
              // The same photograph may be chosen twice, so its position is a part of the key.
              <li key={`${n} ${file.name}`} className="flex flex-col items-center gap-1">
                <Thumbnail file={file} />
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={text.removePhoto({ position: n + 1 })}
                  disabled={disabled}
                  onClick={() => {
                    onChange(files.filter((_, other) => other !== n))
                    // This button disappears with the photograph, so the focus moves to the input.
                    input.current?.focus()
                  }}
                >
                  {text.remove}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            tabIndex={-1}
            aria-hidden="true"
            size="sm"
            variant="outline"
            disabled={disabled || files.length >= concernPhotographsMax}
            onClick={() => input.current?.click()}
          >
            {files.length === 0 ? text.addPhotos : text.addAnother}
          </Button>
          <p className="text-sm text-ink-soft" role="status">
            {text.photoCount({ count: files.length, max: concernPhotographsMax })}
          </p>
        </div>
      </DropZone>
    </div>
  )
}

function Thumbnail({ file }: { file: File }) {
  return (
    <Picture
      picture={useShownPicture(file, null)}
      alt={file.name}
      className="size-20 rounded-sm object-cover"
    />
  )
}

function OwnEmail(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return <TextField label={text.yourEmail} type="email" required autoComplete="email" {...field} />
}

export function CancelDialog({
  order,
  ofMoney,
  ...dialog
}: Openable & {
  order: { id: string; ordernumber: string }
  ofMoney: string
}) {
  const stale = useStale()
  const form = useSentForm({
    rules: byBuyer,
    defaults: { email: '' },
    send: (body, keyed) =>
      api(
        'POST /api/orders/:id/cancel',
        { params: { id: order.id }, body },
        keyed({ id: order.id, ...body }),
      ),
    onSent: () => stale('GET /api/orders/:id', 'GET /api/orders'),
    onRefused: () => stale('GET /api/orders/:id'),
  })
  return (
    <SendDialog
      {...dialog}
      title={text.cancelTitle}
      description={text.cancelLead({ number: order.ordernumber, money: ofMoney })}
      sendLabel={text.cancelOrder}
      closeLabel={text.close}
      form={form}
      thanks={{ title: text.cancelled, text: ofMoney }}
    >
      <OwnEmail hint={text.cancelEmailHint} {...form.field('email')} />
    </SendDialog>
  )
}

const labels = { begins: text.remindMe, ends: text.stopReminding }

export function RemindDialog({ id, ...dialog }: Openable & { id: string }) {
  const token = useSessionToken()
  const own = useQuery({ ...query('GET /api/orders'), enabled: token !== null })
  const isBuyers = rowsIn<{ id: string }>(own.data).some((order) => order.id === id)
  const of = useQuery({
    ...query('GET /api/orders/:id/recipient', { params: { id } }),
    enabled: token !== null && isBuyers,
  })
  /** False only for a signed-in buyer without a reminder. Other visitors must type the reminder's e-mail address. */
  const mayEnd = !isBuyers || of.data?.data.isReminded === true
  const stale = useStale()
  /** The choice that was clicked last. After an error the dialog's own button sends the same choice again. */
  const [isWanted, setWanted] = useState(true)
  // The choice is also in a ref, because the click sends the form before the new state is rendered.
  const wanted = useRef(true)
  const form = useSentForm({
    rules: reminderFormOf({ isBuyers }),
    defaults: { email: '' },
    send: async ({ email }, keyed) => {
      const body = { isWanted: wanted.current, ...(email && { email }) }
      const { data }: Partial<EndpointResponse<typeof setReminder>> = await api(
        'PUT /api/orders/:id/reminder',
        { params: { id }, body },
        keyed({ id, ...body }),
      )
      const letterOn = data?.letterOn
      if (body.isWanted ? typeof letterOn !== 'string' : letterOn !== null) throw new ApiError(0, null)
      return { letterOn }
    },
    onSent: () => stale('GET /api/orders/:id/recipient'),
  })
  const letterOn = form.sending.data?.letterOn
  function choose(isWanted: boolean) {
    wanted.current = isWanted
    setWanted(isWanted)
  }
  return (
    <SendDialog
      {...dialog}
      onClose={() => {
        dialog.onClose()
        choose(true)
      }}
      title={text.remindTitle}
      description={text.remindLead}
      sendLabel={labels[isWanted ? 'begins' : 'ends']}
      form={form}
      thanks={
        letterOn
          ? { title: text.reminderSet, text: text.nextReminder({ day: dayText(letterOn) }) }
          : { title: text.reminderStopped, text: text.reminderStoppedLead }
      }
    >
      {isBuyers ? (
        <p>{text.remindByKnownEmail}</p>
      ) : (
        <OwnEmail hint={text.remindEmailHint} {...form.field('email')} />
      )}
      {(mayEnd || !isWanted) && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-2 self-start"
          disabled={form.sending.isPending}
          onClick={(event) => {
            choose(!isWanted)
            event.currentTarget.form?.requestSubmit()
          }}
        >
          {labels[isWanted ? 'ends' : 'begins']}
        </Button>
      )}
    </SendDialog>
  )
}
