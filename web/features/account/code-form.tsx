import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { codeForm, type verifyCode } from '../../../contract/accounts.ts'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { noteOf, showFieldErrors } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Note } from '../../ui/note.tsx'

type Proof = EndpointResponse<typeof verifyCode>['data']
type Given = { ticket: string; code: string }

const verifyOpenly = async (body: Given) => (await api('POST /api/auth/verify-otp', { body })).data

interface CodeFormProps<P> {
  ticket: string
  /** What the button does, and while it does it. */
  label: [string, string]
  onProved: (proof: P) => void
  onAskAgain: () => void
  /** How the request for a letter stands. */
  asking: { isPending: boolean; error: ApiError | null }
  /** Beside the button for a new letter. */
  children?: ReactNode
}

/** The code of a letter, given for the ticket of this tab. */
export default function CodeForm(props: CodeFormProps<Proof>) {
  return <CodeFormOf {...props} give={verifyOpenly} />
}

/** The same, given where the caller says. */
export function CodeFormOf<P>({
  ticket,
  give,
  label,
  onProved,
  onAskAgain,
  asking,
  children,
}: CodeFormProps<P> & { give: (given: Given) => Promise<P> }) {
  const form = useForm<{ code: string }>({ resolver: zodResolver(codeForm), reValidateMode: 'onSubmit' })
  const verify = useMutation<P, ApiError, { code: string }>({
    mutationFn: ({ code }) => give({ ticket, code }),
    onSuccess: onProved,
    onError: (error) => {
      showFieldErrors(form.setError, error)
      if (error.fields['code']) form.setFocus('code', { shouldSelect: true })
    },
  })
  const note = noteOf(verify.error ?? asking.error)
  const isOver = verify.error?.code === 'code_expired'
  return (
    <form
      noValidate
      className="mt-6 flex flex-col gap-5"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!verify.isPending) verify.mutate(values)
        })(event)
      }
    >
      {note !== null && (
        <Note tone="error" role="alert">
          {note}
        </Note>
      )}
      <CodeField
        label="Code"
        required
        {...form.register('code', { onChange: () => form.clearErrors() })}
        error={form.formState.errors.code?.message ?? null}
      />
      {!isOver && (
        <Button type="submit" wide busy={verify.isPending}>
          {verify.isPending ? label[1] : label[0]}
        </Button>
      )}
      {/* Quiet buttons stand with their words at the edge, not with their ground. */}
      <p className={cx('flex flex-wrap justify-between gap-x-6', !isOver && '-mx-4')}>
        <Button
          variant={isOver ? 'primary' : 'quiet'}
          size={isOver ? 'md' : 'sm'}
          busy={asking.isPending}
          onClick={() => {
            verify.reset()
            form.reset()
            onAskAgain()
          }}
        >
          {asking.isPending ? 'Sending...' : 'Send a new code'}
        </Button>
        {children}
      </p>
    </form>
  )
}
