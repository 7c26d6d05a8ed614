import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { UpiCode } from '../../ui/upi-code.tsx'

export default function UpiPanel({
  upi,
  reference,
  isSending,
  onPaid,
}: {
  upi: { id: string; name: string; uri: string }
  reference: string
  isSending: boolean
  onPaid: () => void
}) {
  return (
    <Card className="mt-8 flex flex-col items-center gap-5 p-6 text-center">
      <h2 className="text-lg">Scan to pay {upi.name}</h2>
      <UpiCode id={upi.id} uri={upi.uri} />
      <p className="text-sm text-ink-soft">
        The payment carries your reference, <strong>{reference}</strong>. Please leave it as it is.
      </p>
      <Button wide busy={isSending} onClick={onPaid}>
        {isSending ? 'Processing...' : 'I have paid'}
      </Button>
    </Card>
  )
}
