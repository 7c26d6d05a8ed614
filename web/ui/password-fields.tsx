import { useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import * as text from './ui.en.ts'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'autoComplete' | 'required'>) {
  return <TextField required {...props} type="password" autoComplete="current-password" />
}

/** A new password can be shown, so it is not typed twice. */
export function NewPasswordField(props: Omit<TextFieldProps, 'type' | 'autoComplete'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <TextField
        required
        hint={text.passwordHint}
        {...props}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
      />
      <Checkbox
        label={text.showPassword}
        className="mt-1 text-sm"
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
    </div>
  )
}
