import { api } from '../../../lib/api.ts'
import { useSendsEmails } from '../../../lib/school.ts'
import { usePageForm } from '../../../lib/use-page-form.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './back-in-stock.en.tsx'

export default function BackInStock({ slug, name }: { slug: string; name: string }) {
  const sendsEmails = useSendsEmails()
  const { sending, form, field } = usePageForm({
    loadRules: async () => (await import('../../../../contract/store/products.ts')).wishForm,
    send: ({ email }) => {
      const body = { email, website: '' }
      return api('POST /api/products/:slug/wish', { params: { slug }, body })
    },
    onSent: () => undefined,
  })
  if (sending.isSuccess) {
    return (
      <p role="status" className="petal bg-leaf-tint p-5">
        {text.requested({ name })}
      </p>
    )
  }
  const { error } = sending
  return (
    <form {...form} className="flex flex-col gap-3 petal border border-line bg-raised p-5">
      <p className="font-bold">{text.outOfStock}</p>
      {sendsEmails ? (
        <>
          <RefusalNote error={error && Object.keys(error.fields).length === 0 ? error : null} />
          <TextField
            label={text.emailAddress}
            type="email"
            autoComplete="email"
            hint={text.emailHint}
            {...field('email')}
          />
          <Button type="submit" wide busy={sending.isPending}>
            {text.tellMe}
          </Button>
        </>
      ) : (
        <p>{text.askAbout(<CallOrChat />)}</p>
      )}
    </form>
  )
}
