import type { ComponentProps } from 'react'
import { DialogButton, lazyDialog } from '../../ui/lazy-dialog.tsx'

const EnquiryDialog = lazyDialog(() => import('./enquiry-dialog.tsx'))

export function EnquiryButton({
  kind,
  ...button
}: Omit<ComponentProps<typeof DialogButton>, 'dialog'> & Pick<ComponentProps<typeof EnquiryDialog>, 'kind'>) {
  return <DialogButton {...button} dialog={(props) => <EnquiryDialog kind={kind} {...props} />} />
}
