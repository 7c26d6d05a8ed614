import { useMutation } from '@tanstack/react-query'
import type { User } from '../../../contract/accounts.ts'
import { passkeySite } from '../../../contract/passkey-site.ts'
import { passkeyObstacle } from '../../lib/passkey-support.ts'
import { useSchool } from '../../lib/school.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'

/** For staff who have added one. Shown once the browser is known to have passkeys; the place is kept from the start. */
export function PasskeyButton({
  onPress,
  onAnswer,
  onError,
}: {
  onPress: () => void
  onAnswer: (answer: { sessionToken: string; user: User }) => void
  onError: (error: unknown) => void
}) {
  const siteUrl = useSchool()?.siteUrl
  const isHydrated = useHydrated()
  const signIn = useMutation({
    // Loaded at the first press, to keep the page small.
    mutationFn: async () => (await import('../../lib/passkeys.ts')).signInByPasskey(),
    onMutate: onPress,
    onSuccess: onAnswer,
    onError,
  })
  if (siteUrl === undefined || passkeySite(siteUrl) === null) return null
  return (
    <div className="min-h-12">
      {isHydrated && passkeyObstacle(siteUrl) === null && (
        <Button variant="outline" wide busy={signIn.isPending} onClick={() => signIn.mutate()}>
          {signIn.isPending ? 'Waiting for your device...' : 'Sign in with a passkey'}
        </Button>
      )}
    </div>
  )
}
