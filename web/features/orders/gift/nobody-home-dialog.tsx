import { useQueryClient } from '@tanstack/react-query'
import { nobodyHomeForm } from '../../../../contract/orders/gifts.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { giftQuery } from './gift-query.ts'
import * as text from './nobody-home.en.ts'

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
      title={text.title}
      description={text.lead}
      sendLabel={text.sendMessage}
      form={form}
      thanks={{ title: text.thanks, text: text.thanksLead }}
    >
      <TextArea label={text.message} required maxLength={500} {...form.field('message')} />
    </SendDialog>
  )
}
