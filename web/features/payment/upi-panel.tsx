import { UpiCode } from '../../ui/upi-code.tsx'

export default function UpiPanel({
  upi,
  reference,
}: {
  upi: { id: string; name: string; uri: string }
  reference: string
}) {
  return (
    <>
      <h2 className="text-lg">Scan to pay {upi.name}</h2>
      <UpiCode id={upi.id} uri={upi.uri} />
      <p className="text-sm text-ink-soft">
        The payment carries your reference, <strong>{reference}</strong>. Please leave it as it is.
      </p>
    </>
  )
}
