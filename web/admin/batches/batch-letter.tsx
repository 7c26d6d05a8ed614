import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { RosterBatch } from '../../../contract/catalogue/batches.ts'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import { plural } from '../../../contract/plural.ts'
import {
  type BatchLetterBody,
  batchLetterBody,
  type LetterReader,
  letterReaders,
  letterUndoMs,
  letterWordsMax,
  type previewBatchLetter,
} from '../../../contract/registrations/batch-letters.ts'
import { counted, joined } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ToastInput } from '../../ui/toast-store.ts'
import { Refusal, SentDialog } from '../form-dialog.tsx'
import { LetterFrame } from '../letter-frame.tsx'
import { toastUndoable } from '../undo-toast.ts'
import { useAction } from '../use-action.ts'
import { nameOfBatch } from './batch-form.tsx'

const { subject, words, byChat } = batchLetterBody.shape
const readerBoxes = { confirmed: z.boolean(), unpaid: z.boolean(), waiting: z.boolean() }
const rules = z.object({ subject, words, byChat, ...readerBoxes })
type Typed = z.input<typeof rules>

const readerWords: Record<LetterReader, string> = {
  confirmed: 'Students with a confirmed seat',
  unpaid: 'Students with an unpaid seat',
  waiting: 'People on the waiting list',
}

const bodyOf = ({ subject, words, byChat, ...boxes }: Typed): BatchLetterBody => ({
  subject,
  words,
  byChat,
  to: letterReaders.filter((reader) => boxes[reader]),
})

const messagesText = ({ letters, chats }: { letters: number; chats: number }) =>
  joined(
    [
      letters > 0 && counted(letters, 'e-mail'),
      chats > 0 && `${counted(chats, 'WhatsApp message')} to send from Messages`,
    ],
    ', ',
  )

export default function BatchLetterDialog({
  batch,
  ...dialog
}: Openable & { batch: Pick<RosterBatch, 'id' | 'day' | 'time' | 'courseTitle'> }) {
  const params = { id: batch.id }
  return (
    <SentDialog
      {...dialog}
      draft={`letter-to-${batch.id}`}
      wide
      title="Message this batch"
      description={`${batch.courseTitle}, ${nameOfBatch(batch)}`}
      isToldAbove
      submit={['Send', 'Sending...']}
      rules={rules}
      defaults={{ subject: '', words: '', byChat: true, confirmed: true, unpaid: true, waiting: false }}
      send={(typed, keyed) => {
        const body = bodyOf(typed)
        return api('POST /api/admin/batches/:id/letters', { params, body }, keyed(body))
      }}
      onSent={({ data }) => {
        let takenBack = 0
        toastUndoable({
          title: plural(data.people, {
            one: 'Sending to 1 person',
            other: `Sending to ${data.people} people`,
          }),
          description: messagesText(data),
          undoMs: letterUndoMs,
          of: [data.id],
          undo: async (letter) => {
            const of = { params: { ...params, letter } }
            takenBack = (await api('DELETE /api/admin/batches/:id/letters/:letter', of)).data.takenBack
          },
          onUndone: () => undefined,
          words: {
            undone: () => takenBackWords(takenBack, data.letters + data.chats),
            failed: () => 'We couldn’t withdraw the message',
            unanswered: 'We couldn’t reach the server. Check Messages to see what was sent.',
          },
        })
      }}
    >
      {(field, { form }) => (
        <>
          <fieldset>
            <legend className="font-bold">Recipients</legend>
            {letterReaders.map((reader) => (
              <Checkbox key={reader} label={readerWords[reader]} {...form.register(reader)} />
            ))}
          </fieldset>
          <TextField label="Subject" required maxLength={120} {...field('subject')} />
          <TextArea
            label="Message"
            required
            rows={8}
            maxLength={letterWordsMax}
            hint="Plain text. We add a greeting, the class and batch, and the school’s name."
            {...field('words')}
          />
          <Checkbox
            label="Also prepare WhatsApp messages"
            hint="You send these yourself, from Messages."
            {...form.register('byChat')}
          />
          <Tries form={form} params={params} />
        </>
      )}
    </SentDialog>
  )
}

function Tries({ form, params }: { form: UseFormReturn<Typed, unknown, Typed>; params: { id: string } }) {
  const whole = () => bodyOf(form.getValues())
  const preview = useAction({
    run: (body: BatchLetterBody) => api('POST /api/admin/batches/:id/letters/preview', { params, body }),
    failed: null,
  })
  // Each change of the form renders this part again, so that a preview of an earlier text is hidden.
  useWatch({ control: form.control })
  const isCurrent = JSON.stringify(preview.variables) === JSON.stringify(whole())
  const test = useAction({
    run: () => api('POST /api/admin/batches/:id/letters/test', { params, body: whole() }),
    done: ({ data }) => ({ title: 'Test sent', description: data.email }),
    failed: null,
  })
  const ifValid = async (send: () => void) => {
    if (await form.trigger(undefined, { shouldFocus: true })) send()
  }
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          busy={preview.isPending}
          onClick={() => void ifValid(() => preview.mutate(whole()))}
        >
          Preview
        </Button>
        <Button variant="outline" busy={test.isPending} onClick={() => void ifValid(() => test.mutate())}>
          Send me a test
        </Button>
      </div>
      <Refusal error={preview.refusal ?? test.refusal} />
      {preview.data && isCurrent && <Preview {...preview.data.data} />}
    </div>
  )
}

type Previewed = EndpointResponse<typeof previewBatchLetter>['data']

function Preview({ people, letters, chats, subject, html, chat, readers }: Previewed) {
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <p role="status">
        <span className="font-bold">{counted(people, 'recipient')}</span>: {messagesText({ letters, chats })}.
      </p>
      <details>
        <summary className="flex min-h-11 items-center link">Show recipients</summary>
        <ul className="list-disc pl-5">
          {readers.map(({ name, email, phone }) => (
            <li key={`${name} ${email} ${phone}`}>{joined([name, email, phone])}</li>
          ))}
        </ul>
      </details>
      <p>
        <span className="font-bold">Subject:</span> {subject}
      </p>
      <LetterFrame html={html} />
      {chat !== null && (
        <p className="rounded-sm border border-line bg-sunk p-4 whitespace-pre-line">{chat}</p>
      )}
    </section>
  )
}

/** Returns the toast after staff recalled an e-mail to a batch. Some of its messages may already have been sent. */
export function takenBackWords(
  takenBack: number,
  sent: number,
): Pick<ToastInput, 'title' | 'description' | 'tone'> {
  if (takenBack === 0)
    return { title: 'Already sent', description: 'All messages have already been sent.', tone: 'info' }
  if (takenBack >= sent)
    return { title: 'Message withdrawn', description: 'Nobody will receive this message.' }
  const gone = sent - takenBack
  return { title: 'Partly withdrawn', description: `${gone} of ${sent} messages had already been sent.` }
}
