import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { type Message, messageStates as states } from '../../../../contract/messages.ts'
import { counted } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refusalSentence } from '../../form-dialog.tsx'
import type { BulkAction } from '../../list/bulk.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { channelLabels, messageColumns, messageStates, subjectOf } from './message-columns.tsx'
import { MessageDialog } from './message-dialog.tsx'

const failed = 'Failed to fetch the messages'

const definition: ListDefinition<'GET /api/admin/messages'> = {
  id: 'outbox',
  endpoint: 'GET /api/admin/messages',
  search: { label: 'Search messages', placeholder: 'Name, email, phone, class…' },
  filters: [
    {
      name: 'state',
      label: 'State',
      options: states.map((value) => ({ value, label: messageStates[value].label })),
    },
    {
      name: 'channel',
      label: 'Channel',
      options: Object.entries(channelLabels).map(([value, label]) => ({ value, label })),
    },
  ],
  sentences: {
    loading: 'Loading messages…',
    loadFailed: failed,
    emptied: 'The messages could not be loaded',
    refreshFailed: failed,
    refreshed: 'Messages refreshed successfully',
  },
}

/** A code goes once; staff send a chat message themselves. */
const canSend = ({ state, isConfidential }: Message) =>
  state === 'held' || (state !== 'by-hand' && !isConfidential)
const sendLabel = ({ state }: Message) => (state === 'held' ? 'Send' : 'Send again')

/** What the school promised to write: what waits, what was sent, what failed and why. */
export default function OutboxSection() {
  const list = useList(definition)
  const { opened, show, close } = useOpened<{ message: Message }>()
  const resend = useMutation<unknown, ApiError, Message>({
    mutationFn: ({ id }) => api('POST /api/admin/messages/:id/resend', { params: { id } }),
    onSuccess: (_, { recipient }) => {
      toast({ title: 'On its way', description: `The message goes to ${recipient}.`, tone: 'success' })
      void list.reload()
    },
    onError: (error) => {
      if (error.status === 401) return
      toast({ title: 'Error', description: refusalSentence(error), tone: 'error' })
      void list.reload()
    },
  })
  const resendMany: BulkAction<Message> = {
    label: 'Send again',
    question: (count) => `Send ${counted(count, 'message')} again?`,
    text: 'Failed and held ones are sent; of those that were sent their readers get a second one.',
    run: ({ id }) => api('POST /api/admin/messages/:id/resend', { params: { id } }),
    sayDone: ({ length }) =>
      toast({
        title: 'On their way',
        description: length === 1 ? '1 message goes again.' : `${length} messages go again.`,
        tone: 'success',
      }),
  }
  return (
    <>
      <List list={list}>
        <ListRows
          list={list}
          noun={['message', 'messages']}
          rows={({ data }) => data}
          rowKey={({ id }) => id}
          rowName={(message) => `${subjectOf(message)}, ${message.recipient}`}
          columns={messageColumns}
          tableFrom={880}
          actions={(message) => (
            <span className="flex flex-wrap gap-2">
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Open ${subjectOf(message)}, ${message.recipient}`}
                onClick={() => show({ message })}
              >
                <Icon of={Eye} />
                Open
              </Button>
              {canSend(message) && (
                <Button
                  size="sm"
                  variant="outline"
                  className="whitespace-nowrap"
                  aria-label={`${sendLabel(message)}: ${subjectOf(message)}, ${message.recipient}`}
                  busy={resend.isPending && resend.variables.id === message.id}
                  onClick={() => resend.mutate(message)}
                >
                  {sendLabel(message)}
                </Button>
              )}
            </span>
          )}
          empty={{
            title: 'No messages found',
            text: 'Every confirmation that the site promises stands here.',
          }}
          fileName="messages"
          bulk={[resendMany]}
        />
      </List>
      {opened && (
        <MessageDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          message={opened.message}
          onChanged={() => void list.reload()}
        />
      )}
    </>
  )
}
