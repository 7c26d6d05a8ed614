import { useQuery } from '@tanstack/react-query'
import { Eye, MessageCircle, Send } from 'lucide-react'
import { use } from 'react'
import type { Message, MessageState } from '../../../../../contract/messages/messages.ts'
import { plural } from '../../../../../contract/plural.ts'
import { joined, momentText, shortMomentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmailWords } from '../../../../ui/email-words.tsx'
import { type Openable, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Refusal } from '../../../form-dialog.tsx'
import { LetterFrame } from '../../../letter-frame.tsx'
import type { BulkAction } from '../../../list/bulk.tsx'
import { hiddenColumns, momentColumn, wrapped } from '../../../list/columns.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { onDays, optionsOf } from '../../../list/list-choices.ts'
import { type Column, InRow } from '../../../list/list-table.tsx'
import { capitalised, type ListDefinition, useList } from '../../../list/use-list.ts'
import { mailErrorInWords } from '../../../mail-errors.ts'
import { NotLoaded } from '../../../not-loaded.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { StateBadge, type StateWords, stateOptions } from '../../../state-badge.tsx'
import { toastUndoable } from '../../../undo-toast.ts'
import { refusalSentence, useAction } from '../../../use-action.ts'

const messageStates: Record<MessageState, StateWords> = {
  queued: { label: 'Queued', tone: 'outline' },
  'by-hand': { label: 'Ready to send', tone: 'marigold' },
  held: { label: 'On hold', tone: 'marigold' },
  sent: { label: 'Sent', tone: 'leaf' },
  failed: { label: 'Failed', tone: 'rose' },
  withdrawn: { label: 'Withdrawn', tone: 'outline' },
}

const waiting: StateWords = { label: 'Waiting', tone: 'marigold' }

const channelLabels: Record<Message['channel'], string> = { email: 'E-mail', chat: 'WhatsApp' }

const definition: ListDefinition<'GET /api/admin/messages'> = {
  id: 'outbox',
  endpoint: 'GET /api/admin/messages',
  search: { label: 'Search messages', placeholder: 'Name, e-mail, phone or class' },
  filters: [
    { name: 'state', label: 'State', options: stateOptions(messageStates) },
    { name: 'channel', label: 'Channel', options: optionsOf(channelLabels) },
    ...onDays('Written from', 'Written until'),
  ],
  states: { filter: 'state', counted: 'messages' },
  texts: {
    loading: 'Loading messages…',
    notLoaded: 'We couldn’t load the messages',
    loadFailed: 'We couldn’t load the messages.',
    refreshed: 'Messages refreshed successfully',
  },
}

/**
 * True for a message that staff can send again. A sign-in code is sent only once, and staff send chat messages by hand.
 */
const canSend = ({ state, isConfidential }: Message) =>
  state === 'held' || (state !== 'by-hand' && state !== 'withdrawn' && !isConfidential)
/** True while no e-mails are sent, so that no next attempt is planned. */
const isWaiting = ({ state, channel, nextTryAt }: Message) =>
  state === 'queued' && channel === 'email' && nextTryAt === null
const resend = ({ id }: Message) => api('POST /api/admin/messages/:id/resend', { params: { id } })
const nameOf = (message: Message) => `${subjectOf(message)}, ${message.recipient}`

export default function OutboxSection() {
  const list = useList(definition)
  const { show, dialog } = useDialog()
  const reload = () => void list.reload()
  const open = (message: Message) =>
    show((props) => <MessageDialog {...props} message={message} onChanged={reload} />)
  const one = useAction({
    run: resend,
    done: ({ data }, { recipient }) =>
      isWaiting(data)
        ? { tone: 'info', title: 'Waiting', description: data.error ?? '' }
        : { title: 'On its way', description: `We’ll send the message to ${recipient}.` },
    onDone: reload,
    onFailed: reload,
  })
  const resendMany: BulkAction<Message> = {
    label: 'Send again',
    question: ({ count }) =>
      plural(count, { one: 'Send 1 message again?', other: `Send ${count} messages again?` }),
    text: 'We’ll send messages that failed or are on hold, and resend those already sent.',
    appliesTo: canSend,
    run: resend,
    done: ({ count }) => ({
      title: 'Sending',
      description: plural(count, {
        one: 'We’ll send 1 message again.',
        other: `We’ll send ${count} messages again.`,
      }),
    }),
  }
  const mark = (rows: readonly Message[], isSent: boolean) =>
    api('POST /api/admin/messages/sent', { body: { ids: rows.map(({ id }) => id), isSent } })
  const markMany: BulkAction<Message> = {
    label: 'Mark as sent',
    question: ({ count }) =>
      plural(count, {
        one: 'Mark 1 WhatsApp message as sent?',
        other: `Mark ${count} WhatsApp messages as sent?`,
      }),
    text: 'Only do this if you’ve sent them on WhatsApp.',
    appliesTo: ({ state }) => state === 'by-hand',
    runAll: (rows) => mark(rows, true),
    onDone: (rows) =>
      toastUndoable({
        title: 'Marked as sent',
        description: plural(rows.length, {
          one: '1 WhatsApp message',
          other: `${rows.length} WhatsApp messages`,
        }),
        undoMs: 10_000,
        of: [rows],
        undo: (all) => mark(all, false),
        onUndone: reload,
        words: {
          undone: { title: 'Marked as not sent', description: 'You can send them again.' },
          failed: () => 'We couldn’t mark them as not sent',
          unanswered: 'We couldn’t reach the server. Try again.',
        },
      }),
  }
  return (
    <>
      <DataList
        list={list}
        counted={({ count }) => plural(count, { one: '1 message', other: `${count} messages` })}
        rowName={nameOf}
        columns={messageColumns}
        tableFrom={880}
        actions={(message) => (
          <span className="flex flex-wrap gap-2">
            <RowButton label="Open" of={nameOf(message)} icon={Eye} onClick={() => open(message)} />
            {canSend(message) && (
              <RowButton
                label={message.state === 'held' ? 'Send' : 'Send again'}
                of={nameOf(message)}
                hasColon
                icon={Send}
                className="whitespace-nowrap"
                busy={one.isPending && one.variables.id === message.id}
                onClick={() => one.mutate(message)}
              />
            )}
          </span>
        )}
        empty={{
          title: 'No messages found',
          text: 'Confirmations and other messages appear here.',
        }}
        fileName="messages"
        bulk={[markMany, resendMany]}
      />
      {dialog}
    </>
  )
}

function subjectOf({ subject, isConfidential }: Message): string {
  if (isConfidential) return 'Private code'
  return subject ?? 'Message no longer available'
}

function kindOf({ letter, isConfidential }: Message): string {
  return isConfidential ? 'Private code' : capitalised(letter)
}

const messageColumns: readonly Column<Message>[] = [
  {
    header: 'To',
    text: ({ name, recipient }) => joined([name, recipient], ', '),
    cell: (message) => <Recipient message={message} />,
    csv: ({ recipient }) => recipient,
    isCut: true,
    isLong: true,
    className: 'w-2/5 max-w-0 min-w-52',
  },
  {
    header: 'Message',
    text: subjectOf,
    cell: (message) => (
      <>
        {kindOf(message)}
        {message.about && <span className="block truncate text-ink-soft">{message.about}</span>}
      </>
    ),
    isCut: true,
    isFolded: true,
    className: 'w-3/5 max-w-0 min-w-56',
  },
  {
    header: 'State',
    text: (message) => (isWaiting(message) ? waiting : messageStates[message.state]).label,
    cell: (message) => <State message={message} />,
    isState: true,
    className: 'min-w-62 max-w-80',
  },
  ...hiddenColumns<Message>({ Name: ({ name }) => name }),
  { header: 'Channel', text: ({ channel }) => channelLabels[channel], isHidden: true },
  { header: 'Reason', text: ({ error }) => error ?? '', isHidden: true, className: wrapped },
  momentColumn('Written', ({ created_at }) => created_at, { isHidden: true }),
  momentColumn('Sent', ({ sent_at }) => sent_at, { isHidden: true }),
]

/** The person, and in a row the address. A phone has no column for the message, so it stands here. */
function Recipient({ message }: { message: Message }) {
  const { name, recipient, channel, about } = message
  const isInRow = use(InRow)
  const address = <EmailWords email={recipient} />
  const below = isInRow
    ? joined(
        [name !== null && recipient, (name === null || channel === 'chat') && channelLabels[channel]],
        ' · ',
      )
    : joined([kindOf(message), about], ' · ')
  return (
    <>
      {name ?? address}
      <span className="flex text-sm leading-5 font-normal text-ink-soft">
        <span className="min-w-0 truncate">{below}</span>
      </span>
    </>
  )
}

const triesText = ({ count }: { count: number }) => plural(count, { one: '1 try', other: `${count} tries` })

/** A message that leaves at once is not said to have been written, too. */
const atOnceMs = 5 * 60_000

function State({ message }: { message: Message }) {
  const { state, error, attempts, nextTryAt, created_at, sent_at } = message
  const isTold = state === 'held' || isWaiting(message)
  const isLate = sent_at !== null && Date.parse(sent_at) - Date.parse(created_at) > atOnceMs
  return (
    <span className="flex flex-wrap items-center gap-x-2 [&>:first-child]:!py-0 [&>:first-child]:!leading-5">
      <StateBadge {...(isWaiting(message) ? waiting : messageStates[state])} />
      <time dateTime={sent_at ?? created_at} className="text-ink-soft">
        {shortMomentText(sent_at ?? created_at)}
      </time>
      {isLate && <span className="basis-full text-ink-soft">Written {shortMomentText(created_at)}</span>}
      {error && (
        <span className="min-w-0 basis-full wrap-anywhere" title={error}>
          {isTold ? error : mailErrorInWords(error)}{' '}
          {!isTold && (
            <span className="text-ink-soft">
              {joined([triesText({ count: attempts }), nextTryAt && `next try ${momentText(nextTryAt)}`])}
            </span>
          )}
        </span>
      )}
    </span>
  )
}

function MessageDialog({
  message: opened,
  onChanged,
  ...dialog
}: Openable & { message: Message; onChanged: () => void }) {
  const params = { id: opened.id }
  const result = useQuery({ ...query('GET /api/admin/messages/:id', { params }), enabled: dialog.open })
  const preview = result.data?.data
  const message = preview?.message ?? opened
  const markSent = useAction({
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
              Open WhatsApp
            </ButtonLink>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <p className="flex flex-wrap items-center gap-3">
          <StateBadge {...(isWaiting(message) ? waiting : messageStates[message.state])} />
          {message.sent_at && <span>{momentText(message.sent_at)}</span>}
        </p>
        {message.state === 'withdrawn' ? (
          <Note tone="info" title="This message was withdrawn before it was sent.">
            It was out of date because the seat was cancelled, moved or changed.
          </Note>
        ) : message.state === 'held' || isWaiting(message) ? (
          <Note
            tone="info"
            title={
              isWaiting(message)
                ? 'This e-mail hasn’t been sent.'
                : 'This e-mail is on hold and hasn’t been sent.'
            }
          >
            {message.error}
          </Note>
        ) : (
          message.error && (
            <Note tone="error" title={mailErrorInWords(message.error)}>
              {triesText({ count: message.attempts })} so far.
              {mailErrorInWords(message.error) !== message.error && (
                <span className="block wrap-anywhere">The server’s answer: {message.error}</span>
              )}
            </Note>
          )
        )}
        <Refusal error={markSent.refusal} />
        {result.error || !preview ? (
          <NotLoaded
            of={result}
            tone="warning"
            title="We couldn’t load the message."
            loading="Loading the message…"
          >
            {result.error && refusalSentence(result.error)}
          </NotLoaded>
        ) : preview.html ? (
          <LetterFrame html={preview.html} />
        ) : preview.text ? (
          <p className="rounded-sm border border-line bg-sunk p-4 whitespace-pre-line wrap-anywhere">
            {preview.text}
          </p>
        ) : (
          <Note tone="info">
            {message.isConfidential
              ? 'Only the recipient can see this message.'
              : 'We can’t show this message because some of its details have been deleted.'}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
