import type { Message, MessageState } from '../../../../contract/messages.ts'
import { counted, momentText } from '../../../../contract/words.ts'
import { EmailWords } from '../../../ui/email-words.tsx'
import { momentColumn, wrapped } from '../../list/columns.tsx'
import type { Column } from '../../list/list-table.tsx'
import { StateBadge, type StateWords } from '../../state-badge.tsx'

export const messageStates: Record<MessageState, StateWords> = {
  queued: { label: 'Queued', tone: 'outline' },
  'by-hand': { label: 'To send by hand', tone: 'marigold' },
  held: { label: 'Held', tone: 'marigold' },
  sent: { label: 'Sent', tone: 'leaf' },
  failed: { label: 'Failed', tone: 'rose' },
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
