import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import type { Message, MessageState } from '../../../../../contract/messages/messages.ts'
import { counted, momentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmailWords } from '../../../../ui/email-words.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { Refusal, refusalSentence } from '../../../form-dialog.tsx'
import { LetterFrame } from '../../../letter-frame.tsx'
import { momentColumn, wrapped } from '../../../list/columns.tsx'
import type { Column } from '../../../list/list-table.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'
import { useDeed } from '../../../use-deed.ts'

export const messageStates: Record<MessageState, StateWords> = {
  queued: { label: 'Queued', tone: 'outline' },
  'by-hand': { label: 'To send by hand', tone: 'marigold' },
  held: { label: 'Held', tone: 'marigold' },
  sent: { label: 'Sent', tone: 'leaf' },
  failed: { label: 'Failed', tone: 'rose' },
  withdrawn: { label: 'Taken back', tone: 'outline' },
}

export const channelLabels: Record<Message['channel'], string> = { email: 'E-mail', chat: 'Chat' }

export function subjectOf({ subject, isConfidential }: Message): string {
  if (isConfidential) return 'A code for its reader alone'
  return subject ?? 'A message that can no longer be written'
}

export const messageColumns: readonly Column<Message>[] = [
  { header: 'Message', text: subjectOf, className: `min-w-40 ${wrapped}` },
  {
    header: 'To',
    text: ({ recipient }) => recipient,
    cell: ({ recipient, channel }) => (
      <>
        <EmailWords email={recipient} />
        <span className="block text-ink-soft">{channelLabels[channel]}</span>
      </>
    ),
    className: `min-w-32 ${wrapped}`,
  },
  {
    header: 'State',
    text: ({ state }) => messageStates[state].label,
    cell: (message) => <State message={message} />,
    className: `min-w-40 ${wrapped}`,
  },
  momentColumn('Promised', ({ created_at }) => created_at, {
    cell: ({ created_at }) => <time dateTime={created_at}>{momentText(created_at)}</time>,
    className: 'min-w-32',
    isFolded: true,
  }),
  { header: 'Channel', text: ({ channel }) => channelLabels[channel], isHidden: true },
  { header: 'Reason', text: ({ error }) => error ?? '', isHidden: true, className: wrapped },
  momentColumn('Sent', ({ sent_at }) => sent_at, { isHidden: true }),
]

function State({ message: { state, error, attempts, nextTryAt, sent_at } }: { message: Message }) {
  return (
    <>
      <StateBadge {...messageStates[state]} />
      {sent_at && <span className="mt-1 block text-ink-soft">{momentText(sent_at)}</span>}
      {error && (
        <span className="mt-1 block">
          {error}
          {state !== 'held' && (
            <span className="block text-ink-soft">
              {counted(attempts, 'try', 'tries')}
              {nextTryAt && `, the next at ${momentText(nextTryAt)}`}
            </span>
          )}
        </span>
      )}
    </>
  )
}

/** Staff send a chat message from here. */
export function MessageDialog({
  message: opened,
  onChanged,
  ...dialog
}: Openable & { message: Message; onChanged: () => void }) {
  const params = { id: opened.id }
  const result = useQuery({ ...query('GET /api/admin/messages/:id', { params }), enabled: dialog.open })
  const { error } = result
  const preview = result.data?.data
  const message = preview?.message ?? opened
  const markSent = useDeed({
    run: () => api('POST /api/admin/messages/:id/sent', { params }),
    done: { title: 'Marked as sent' },
    failed: null,
    onDone: () => {
      onChanged()
      dialog.onClose()
    },
  })
  return (
    <Dialog
      {...dialog}
      isLocked={markSent.isPending}
      wide
      title={subjectOf(message)}
      description={
        <>
          {channelLabels[message.channel]} to <EmailWords email={message.recipient} />,{' '}
          {momentText(message.created_at)}
        </>
      }
      closeLabel="Close"
      footer={
        preview?.chatLink &&
        message.state !== 'withdrawn' && (
          <>
            {message.state !== 'sent' && (
              <Button variant="outline" busy={markSent.isPending} onClick={() => markSent.mutate()}>
                {markSent.isPending ? 'Saving...' : 'Mark as sent'}
              </Button>
            )}
            <ButtonLink
              href={preview.chatLink}
              target="_blank"
              rel="noopener noreferrer"
              icon={MessageCircle}
            >
              Open the chat
            </ButtonLink>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <p className="flex flex-wrap items-center gap-3">
          <StateBadge {...messageStates[message.state]} />
          {message.sent_at && <span>{momentText(message.sent_at)}</span>}
        </p>
        {message.state === 'withdrawn' ? (
          <Note tone="info" title="This message was taken back before it was sent.">
            What it says is no longer so: its seat was cancelled, moved or changed.
          </Note>
        ) : message.state === 'held' ? (
          <Note tone="info" title="This letter is held back, and was not sent.">
            {message.error}
          </Note>
        ) : (
          message.error && (
            <Note tone="error" title={message.error}>
              {counted(message.attempts, 'try', 'tries')} so far.
            </Note>
          )
        )}
        <Refusal error={markSent.refusal} />
        {error ? (
          <FailedNote title="The message could not be loaded." of={result}>
            {refusalSentence(error)}
          </FailedNote>
        ) : !preview ? (
          <Loading>Loading the message…</Loading>
        ) : preview.html ? (
          <LetterFrame html={preview.html} />
        ) : preview.text ? (
          <p className="rounded-sm border border-line bg-sunk p-4 whitespace-pre-line [overflow-wrap:anywhere]">
            {preview.text}
          </p>
        ) : (
          <Note tone="info">
            {message.isConfidential
              ? 'What it says is for its reader alone.'
              : 'It can no longer be written: what it needs is not there.'}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
