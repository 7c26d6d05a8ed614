import type { ComponentProps } from 'react'
import { TextField } from '../../ui/text-field.tsx'

/** The user's password, asked for where a session alone is not enough. */
export function OwnPasswordField(field: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField label="Your password" type="password" required autoComplete="current-password" {...field} />
  )
}
