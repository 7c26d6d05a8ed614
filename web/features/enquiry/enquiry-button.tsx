import { Suspense, useState } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const EnquiryDialog = lazyDialog(() => import('./enquiry-dialog.tsx'))

/** Opens the enquiry form; its code loads at the first press. */
export function EnquiryButton({
  kind,
  children,
  ...look
}: { kind: 'Venue' | 'Corporate' | 'Course' | 'Bouquet' | 'Other' } & Pick<
  ButtonProps,
  'variant' | 'size' | 'children' | 'className'
>) {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  return (
    <>
      <Button {...look} onClick={() => setState('open')}>
        {children}
      </Button>
      {state !== 'unloaded' && (
        <Suspense>
          <EnquiryDialog kind={kind} open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
