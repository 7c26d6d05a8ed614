import { Eye } from 'lucide-react'
import type { Message } from '../../../../../contract/messages/messages.ts'
import { counted } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import type { BulkAction } from '../../../list/bulk.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { onDays, optionsOf } from '../../../list/list-choices.ts'
import { type ListDefinition, useList } from '../../../list/use-list.ts'
import { RowButton } from '../../../row-actions.tsx'
import { stateOptions } from '../../../state-badge.tsx'
import { sayUndoable } from '../../../undo-toast.ts'
import { useDeed } from '../../../use-deed.ts'
import { channelLabels, MessageDialog, messageColumns, messageStates, subjectOf } from './messages.tsx'

const definition: ListDefinition<'GET /api/admin/messages'> = {
  id: 'outbox',
  endpoint: 'GET /api/admin/messages',
  search: { label: 'Search messages', placeholder: 'Name, email, phone, class…' },
  filters: [
    { name: 'state', label: 'State', options: stateOptions(messageStates) },
    { name: 'channel', label: 'Channel', options: optionsOf(channelLabels) },
    ...onDays('Written'),
  ],
  what: 'messages',
  failed: 'Failed to fetch the messages',
}

/** A code is sent only once, and staff send chat messages themselves. */
const canSend = ({ state, isConfidential }: Message) =>
  state === 'held' || (state !== 'by-hand' && state !== 'withdrawn' && !isConfidential)
const resend = ({ id }: Message) => api('POST /api/admin/messages/:id/resend', { params: { id } })
const nameOf = (message: Message) => `${subjectOf(message)}, ${message.recipient}`

export default function OutboxSection() {
  const list = useList(definition)
  const { show, dialog } = useDialog()
  const reload = () => void list.reload()
  const open = (message: Message) =>
    show((props) => <MessageDialog {...props} message={message} onChanged={reload} />)
  const one = useDeed({
    run: resend,
    done: (_, { recipient }) => ({ title: 'On its way', description: `The message goes to ${recipient}.` }),
    onDone: reload,
    onFailed: reload,
  })
  const resendMany: BulkAction<Message> = {
    label: 'Send again',
    question: (count) => `Send ${counted(count, 'message')} again?`,
    text: 'Failed and held ones are sent; of those that were sent their readers get a second one.',
    appliesTo: canSend,
    run: resend,
    done: (count) => ({
      title: 'On their way',
      description: count === 1 ? '1 message goes again.' : `${count} messages go again.`,
    }),
  }
  const mark = (rows: readonly Message[], isSent: boolean) =>
    api('POST /api/admin/messages/sent', { body: { ids: rows.map(({ id }) => id), isSent } })
  const markMany: BulkAction<Message> = {
    label: 'Mark as sent',
    question: (count) => `Mark ${counted(count, 'chat message')} as sent?`,
    text: 'You have sent them from a chat of your own.',
    appliesTo: ({ state }) => state === 'by-hand',
    runAll: (rows) => mark(rows, true),
    onDone: (rows) =>
      sayUndoable({
        title: 'Marked as sent',
        description: counted(rows.length, 'chat message'),
        undoMs: 10_000,
        of: [rows],
        undo: (all) => mark(all, false),
        onUndone: reload,
        words: {
          undone: { title: 'Not sent', description: 'They wait to be sent by hand again.' },
          verb: 'marked as not sent',
          unanswered: 'The server did not answer. Please try again.',
        },
      }),
  }
  return (
    <>
      <DataList
        list={list}
        noun={['message', 'messages']}
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
                variant="outline"
                className="whitespace-nowrap"
                busy={one.isPending && one.variables.id === message.id}
                onClick={() => one.mutate(message)}
              />
            )}
          </span>
        )}
        empty={{
          title: 'No messages found',
          text: 'Confirmations that the site promises stand here.',
        }}
        fileName="messages"
        bulk={[markMany, resendMany]}
      />
      {dialog}
    </>
  )
}
