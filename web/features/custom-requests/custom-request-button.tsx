import type { ComponentProps } from 'react'
import { DialogButton, lazyDialog } from '../../ui/lazy-dialog.tsx'

const CustomRequestDialog = lazyDialog(() => import('./custom-request-dialog.tsx'))

export function CustomRequestButton(button: Omit<ComponentProps<typeof DialogButton>, 'dialog'>) {
  return <DialogButton {...button} dialog={(props) => <CustomRequestDialog {...props} />} />
}
