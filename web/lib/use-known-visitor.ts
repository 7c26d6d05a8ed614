import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { Profile } from '../../contract/accounts/accounts.ts'
import { query } from './query.ts'
import { useSessionToken } from './use-session.ts'

/** Fills the account's data into empty fields, so that a signed-in visitor need not type it. */
export function useKnownVisitor<Typed extends FieldValues, Values>(
  form: UseFormReturn<Typed, unknown, Values>,
  isOpen: boolean,
  fieldsOf: (profile: Profile) => Record<string, string>,
): void {
  const token = useSessionToken()
  const { data } = useQuery({ ...query('GET /api/profile'), enabled: isOpen && token !== null })
  const profile = token === null ? undefined : data?.data
  const fill = useEffectEvent((known: Profile) => {
    for (const [name, value] of Object.entries(fieldsOf(known))) {
      const field = name as Path<Typed>
      if (value && !form.getValues(field))
        form.resetField(field, { defaultValue: value as PathValue<Typed, Path<Typed>> })
    }
  })
  useEffect(() => {
    if (isOpen && profile) fill(profile)
  }, [isOpen, profile])
}

export const fullNameOf = ({ firstname, lastname }: Profile): string =>
  [firstname, lastname].filter(Boolean).join(' ')
