import { useQueryClient } from '@tanstack/react-query'
import { nobodyHomeForm } from '../../../../contract/orders/gifts.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { giftQuery } from './gift-query.ts'

export default function NobodyHomeDialog({ token, onClose, ...dialog }: Openable & { token: string }) {
  const queryClient = useQueryClient()
  const form = useSentForm({
    rules: nobodyHomeForm,
    defaults: { message: '' },
    send: (body, keyed) => api('POST /api/gift/:token/message', { params: { token }, body }, keyed(body)),
  })
  return (
    <SendDialog
      {...dialog}
      onClose={() => {
        onClose()
        if (form.sending.isSuccess)
          void queryClient.invalidateQueries({ queryKey: giftQuery(token).queryKey })
      }}
      title="Nobody at home?"
      description="We read this before we set out."
      sendLabel="Send"
      form={form}
      thanks={{ title: 'Thank you', text: 'We have your message, and call if anything is unclear.' }}
    >
      <TextArea
        label="When is somebody there, or where can we leave them?"
        required
        maxLength={500}
        {...form.field('message')}
      />
    </SendDialog>
  )
}
