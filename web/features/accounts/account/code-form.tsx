import { codeForm, type verifyCode } from '../../../../contract/accounts/accounts.ts'
import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { noteOf } from '../../../lib/use-page-form.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { CodeField } from '../../../ui/code-field.tsx'
import { ErrorNote } from '../../../ui/note.tsx'
import * as text from './account-form.en.tsx'

type Proof = EndpointResponse<typeof verifyCode>['data']
type Given = { ticket: string; code: string }

const verifyOpenly = async (body: Given) => (await api('POST /api/auth/verify-otp', { body })).data

interface CodeFormProps<P> {
  ticket: string
  label: [string, string]
  onProved: (proof: P) => void
  onAskAgain: () => void
  asking: { isPending: boolean; error: ApiError | null }
  leave?: { label: string; onPress: () => void }
}

export default function CodeForm(props: CodeFormProps<Proof>) {
  return <CodeFormWith {...props} give={verifyOpenly} />
}

export function CodeFormWith<P>({
  ticket,
  give,
  label: [idle, busy],
  onProved,
  onAskAgain,
  asking,
  leave,
}: CodeFormProps<P> & { give: (given: Given) => Promise<P> }) {
  const { form, field, sending, onSubmit } = useSentForm({
    rules: codeForm,
    send: ({ code }) => give({ ticket, code }),
    onSent: onProved,
    onRefused: ({ fields }) => {
      if (fields['code']) form.setFocus('code', { shouldSelect: true })
    },
  })
  const isOver = sending.error?.code === 'code_expired'
  return (
    <form noValidate aria-label={idle} className="mt-6 flex flex-col gap-5" onSubmit={onSubmit}>
      <ErrorNote>{noteOf(sending.error ?? asking.error)}</ErrorNote>
      <CodeField label={text.code} required {...field('code')} />
      {!isOver && (
        <Button type="submit" wide busy={sending.isPending && busy}>
          {idle}
        </Button>
      )}
      {/* The negative margin offsets the quiet button's padding, so that its text lines up with the fields. */}
      <p className={cx('flex flex-wrap justify-between gap-x-6', !isOver && '-mx-4')}>
        <Button
          variant={isOver ? 'primary' : 'quiet'}
          size={isOver ? 'md' : 'sm'}
          busy={asking.isPending && text.sending}
          onClick={() => {
            sending.reset()
            form.reset()
            onAskAgain()
          }}
        >
          {text.newCode}
        </Button>
        {leave && (
          <Button variant="quiet" size="sm" onClick={leave.onPress}>
            {leave.label}
          </Button>
        )}
      </p>
    </form>
  )
}
