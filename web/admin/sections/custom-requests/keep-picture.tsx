import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import type { CustomRequest } from '../../../../contract/custom-requests.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { dayText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refusalSentence } from '../../form-dialog.tsx'

/** Says who sees a visitor's picture and until when, and keeps it; nothing for any other picture. */
export function KeepPicture({
  item: { id, name, pictureKeptUntil },
  onKept,
}: {
  item: CustomRequest
  onKept: () => void
}) {
  const keep = useMutation<unknown, ApiError>({
    mutationFn: () => api('POST /api/admin/custom-requests/:id/keep-picture', { params: { id } }),
    onSuccess: () => {
      toast({ title: 'The picture is kept', tone: 'success' })
      onKept()
    },
    onError: (error) =>
      toast({ title: 'The picture could not be kept', description: refusalSentence(error), tone: 'error' }),
  })
  if (pictureKeptUntil === null) return null
  return (
    <div className="flex flex-col items-start gap-1 rounded-sm bg-sunk px-3 py-2 text-sm">
      <p>
        Only staff see this picture. It goes on {dayText(schoolDayOf(new Date(pictureKeptUntil)))} unless you
        keep it. A kept picture has an address that everybody can open.
      </p>
      <Button
        size="sm"
        variant="quiet"
        className="-ml-3"
        aria-label={`Keep the picture of ${name ?? 'this request'}`}
        busy={keep.isPending}
        onClick={() => keep.mutate()}
      >
        <Icon of={ImagePlus} />
        Keep picture
      </Button>
    </div>
  )
}
