import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Opens the device's own sharing; where there is none, the link is copied. */
export default function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = location.origin + location.pathname
    try {
      if (navigator.share) await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        toast({ title: 'The link is copied', description: url, tone: 'success' })
      }
    } catch (error) {
      // The visitor closed the sharing.
      if ((error as Error).name === 'AbortError') return
      toast({ title: 'The link could not be copied', description: url, tone: 'error' })
    }
  }
  return (
    <Button size="sm" variant="quiet" onClick={() => void share()}>
      Share
    </Button>
  )
}
