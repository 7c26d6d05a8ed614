import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Profile, profileForm } from '../../../contract/accounts.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { noteOf, showFieldErrors } from '../../lib/form-errors.ts'
import { query } from '../../lib/query.ts'
import { displayName, session } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'

type Form = z.input<typeof profileForm>

export function DetailsForm({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const { firstname, lastname, phone } = profile
  const form = useForm<Form>({
    resolver: zodResolver(profileForm),
    defaultValues: { firstname, lastname, phone },
    reValidateMode: 'onSubmit',
  })
  const save = useMutation<Profile, ApiError, Form>({
    mutationFn: async (body) => (await api('PUT /api/profile', { body })).data,
    onSuccess: (saved) => {
      queryClient.setQueryData(query('GET /api/profile').queryKey, { success: true, data: saved })
      void queryClient.invalidateQueries({ queryKey: ['GET /api/auth/user'] })
      session.describe({ isAdmin: saved.usertype === 'admin', name: displayName(saved) })
      toast({ title: 'Your details are saved', tone: 'success' })
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })
  const field = (name: keyof Form) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: form.formState.errors[name]?.message ?? null,
  })
  const note = noteOf(save.error)
  return (
    <form
      noValidate
      className="mt-5 flex flex-col gap-5"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!save.isPending) save.mutate(values)
        })(event)
      }
    >
      {note !== null && (
        <Note tone="error" role="alert" title={note}>
          Nothing you typed is lost.
        </Note>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" required autoComplete="given-name" {...field('firstname')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastname')} />
      </div>
      <PhoneField label="Phone" {...field('phone')} />
      <Button type="submit" variant="outline" className="self-start" busy={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save details'}
      </Button>
    </form>
  )
}
