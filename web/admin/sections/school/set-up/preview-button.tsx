import { useState } from 'react'
import { momentText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { Button } from '../../../../ui/button.tsx'
import { useAction } from '../../../use-action.ts'

const previews = {
  site: { call: 'POST /api/admin/site/preview', button: 'Preview the site', link: 'The preview' },
  trial: { call: 'POST /api/admin/site/trial', button: 'Try an enrolment', link: 'The trial' },
} as const

/** Opens the site as visitors will see it, in a new tab. In a trial an enrolment can be sent, too. */
export function PreviewButton({ of }: { of: keyof typeof previews }) {
  const { call, button, link } = previews[of]
  const [shown, setShown] = useState<{ path: string; endsAt: string } | null>(null)
  const begin = useAction({
    run: async (tab: Window | null) => {
      try {
        const { data } = await api(call)
        setShown(data)
        tab?.location.replace(data.path)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
  })
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        variant="outline"
        size="sm"
        busy={begin.isPending}
        // The tab opens with the press, because browsers block a tab that opens later.
        onClick={() => begin.mutate(window.open('', '_blank'))}
      >
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
