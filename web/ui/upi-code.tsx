import { ButtonLink } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'

export function UpiCode({ id, uri }: { id: string; uri: string }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <QrCode text={uri} label={`UPI QR code for ${id}`} />
      <div className="flex flex-wrap items-center justify-center gap-2">
        <span>
          UPI id <strong className="select-all">{id}</strong>
        </span>
        <CopyButton text={id} what="UPI id" />
      </div>
      <ButtonLink href={uri} variant="outline" wide className="sm:hidden">
        Open a UPI app
      </ButtonLink>
    </div>
  )
}
