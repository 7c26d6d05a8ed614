import type { ComponentProps } from 'react'
import { TextField } from '../../ui/text-field.tsx'

/** Asked for once more, before what a session alone must not do. */
export function OwnPasswordField(field: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField label="Your password" type="password" required autoComplete="current-password" {...field} />
  )
}
