import { upiIdPattern, upiUri } from '../../../../../contract/money/upi-link.ts'
import { cancelSentence } from '../../../../../contract/registrations/cancelling.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Card } from '../../../../ui/card.tsx'
import { SchoolMark } from '../../../../ui/school-mark.tsx'
import { UpiCode } from '../../../../ui/upi-code.tsx'
import { linesOf } from '../../../record-fields.tsx'
import type { SettingsValues } from './settings-values.ts'

/** Shows the header and footer of the site and the contact page, with the typed facts about the school. */
export function SchoolPreview({ values }: { values: SettingsValues }) {
  const school = useSchool()
  const social = [
    ['Instagram', values.instagram],
    ['Facebook', values.facebook],
    ['YouTube', values.youtube],
  ].filter(([, address]) => address?.trim() !== '')
  return (
    <div className="flex flex-col gap-4 wrap-anywhere">
      <Card className="flex items-center gap-3 p-4">
        <SchoolMark logo={school?.pictures.logo} />
        <p className="min-w-0 leading-tight">
          <span className="block font-display text-lg">{values.name || 'Name'}</span>
          <span className="block text-sm text-ink-soft">{values.city}</span>
        </p>
      </Card>
      <Card className="p-4">
        <p className="font-bold">Contact</p>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {[
            ['Phone', values.phone],
            ['WhatsApp', values.whatsapp],
            ['E-mail', values.email],
            ['Map', values.mapQuery || linesOf(values.address).join(', ')],
          ]
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-soft">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </Card>
      <div className="night petal bg-night p-4">
        <p className="font-display text-lg">{values.name || 'Name'}</p>
        <p className="text-on-night-soft">{values.tagline}</p>
        <p className="mt-2 text-on-night-soft">
          {social.length === 0 ? 'No social links' : social.map(([name]) => name).join(' · ')}
        </p>
        <p className="mt-2 font-bold">Find us</p>
        {linesOf(values.address).map((line) => (
          <p key={line} className="text-on-night-soft">
            {line}
          </p>
        ))}
        <p className="mt-2 text-sm text-on-night-soft">
          © {school?.copyrightYear} {values.name || 'Name'}. All rights reserved.
        </p>
      </div>
    </div>
  )
}

/** Shows a code for a payment of ₹1 to exactly the typed UPI ID, so that the owner can test it. */
export function UpiPreview({ values }: { values: SettingsValues }) {
  const school = useSchool()
  const id = values.upiId.trim()
  const name = values.upiName.trim() || school?.name || ''
  return (
    <Card className="p-4 text-center">
      <p className="mb-3 font-bold">{upiIdPattern.test(id) ? `Scan to pay ${name}` : 'Test your UPI id'}</p>
      {upiIdPattern.test(id) ? (
        <>
          <UpiCode id={id} uri={upiUri({ id, name }, { amount: '1.00', reference: 'TEST', title: 'Test' })} />
          <p className="mt-3 text-ink-soft">
            This code is for ₹1. Scan it with your UPI app, which shows the payee’s name before you pay. Check
            that it’s yours.
          </p>
        </>
      ) : (
        <p className="text-ink-soft">
          {id === ''
            ? 'Enter your UPI id, and a code to test it appears here.'
            : 'This isn’t a UPI id yet. A UPI id looks like name@bank.'}
        </p>
      )}
    </Card>
  )
}

/** Shows the rule for cancelling as visitors read it before they pay, with the typed numbers. */
export function CancelPreview({ values }: { values: SettingsValues }) {
  const [cancelHours, cancelShare] = [Number(values.cancelHours), Number(values.cancelShare)]
  const isReadable = Number.isSafeInteger(cancelHours) && cancelHours >= 0 && cancelShare <= 100
  return (
    <Card className="p-4">
      <p className="font-bold">Visitors read before they pay</p>
      <p className="mt-2">
        {isReadable
          ? cancelSentence({ canCancelSeats: values.canCancelSeats, cancelHours, cancelShare })
          : 'Enter the hours and the percentage as whole numbers.'}
      </p>
    </Card>
  )
}
