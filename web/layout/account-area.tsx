import { Link } from 'react-router'
import { useSignOut } from '../lib/use-sign-out.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { useCurrentUser } from './use-current-user.ts'

export function AccountArea({ className, stacked = false }: { className?: string; stacked?: boolean }) {
  const user = useCurrentUser()
  const signOut = useSignOut()
  if (user === null) {
    return (
      <div className={className}>
        <ButtonLink to="/signin" size="sm" variant="outline" wide={stacked}>
          Sign In
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={cx('items-center gap-2', stacked ? 'flex flex-col items-stretch' : 'flex', className)}>
      <Link
        to="/profile"
        className={cx('link flex min-h-11 max-w-48 items-center text-sm', !stacked && 'max-md:hidden')}
      >
        <span className="truncate">Welcome, {user.name}</span>
      </Link>
      {user.isAdmin && (
        <ButtonLink to="/admin" size="sm" variant="outline" wide={stacked}>
          Admin
        </ButtonLink>
      )}
      <Button
        size="sm"
        variant="quiet"
        busy={signOut.isPending}
        onClick={() => signOut.mutate()}
        wide={stacked}
      >
        Sign Out
      </Button>
    </div>
  )
}
