import { useState } from 'react'
import { momentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { Button } from '../../../../ui/button.tsx'
import { usePreview } from '../../../use-preview.ts'

const previews = {
  site: { call: 'POST /api/admin/site/preview', button: 'Preview the site', link: 'The preview' },
  trial: { call: 'POST /api/admin/site/trial', button: 'Try an enrolment', link: 'The trial' },
} as const

/** Opens the site in a new tab, as visitors will see it. In a trial, an enrolment can also be sent. */
export function PreviewButton({ of }: { of: keyof typeof previews }) {
  const { call, button, link } = previews[of]
  const [shown, setShown] = useState<{ path: string; endsAt: string } | null>(null)
  const preview = usePreview(() => api(call), setShown)
  return (
    <div className="flex flex-col items-start gap-1">
      <Button variant="outline" size="sm" busy={preview.isPending} onClick={preview.open}>
        {button}
      </Button>
      {shown && (
        <p role="status" className="text-sm text-ink-soft">
          <a href={shown.path} target="_blank" rel="noreferrer" className="link">
            {link}
          </a>{' '}
          works until {momentText(shown.endsAt)}.
        </p>
      )}
    </div>
  )
}
