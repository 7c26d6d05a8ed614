import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import type UpiPanel from './upi-panel.tsx'

/** Stands in for `UpiPanel` where its code could not be loaded: the id and the app still work. */
export function UpiWithoutCode({ upi, reference, isSending, onPaid }: ComponentProps<typeof UpiPanel>) {
  return (
    <Card className="mt-8 flex flex-col items-center gap-5 p-6 text-center">
      <Note tone="warning" role="status" className="text-left" title="The QR code could not be loaded.">
        Please pay to the UPI id below, with your reference as the note, or load this page again.
      </Note>
      <p>
        UPI id <strong className="select-all">{upi.id}</strong>, reference{' '}
        <strong className="select-all">{reference}</strong>
      </p>
      <ButtonLink href={upi.uri} variant="outline" wide className="sm:hidden">
        Open a UPI app
      </ButtonLink>
      <Button wide busy={isSending} onClick={onPaid}>
        {isSending ? 'Processing...' : 'I have paid'}
      </Button>
    </Card>
  )
}
