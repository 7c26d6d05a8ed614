import { upiUri } from '../../../../../contract/money/upi-link.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Card } from '../../../../ui/card.tsx'
import { SchoolMark } from '../../../../ui/school-mark.tsx'
import { UpiCode } from '../../../../ui/upi-code.tsx'
import { linesOf } from '../../../record-fields.tsx'
import type { SettingsValues } from './settings-values.ts'

/** Shows the head and the foot of the site, and the contact page, with the typed facts about the school. */
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

export function UpiPreview({ values }: { values: SettingsValues }) {
  const school = useSchool()
  const name = values.upiName || school?.name || ''
  return (
    <Card className="p-4">
      <p className="mb-3 text-center font-bold">Scan to pay {name}</p>
      <UpiCode
        id={values.upiId}
        uri={upiUri({ id: values.upiId, name }, { amount: '1.00', reference: 'PREVIEW', title: 'Preview' })}
      />
    </Card>
  )
}
