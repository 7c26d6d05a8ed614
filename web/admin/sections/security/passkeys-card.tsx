import { useQuery } from '@tanstack/react-query'
import { type Passkey, passkeysMax } from '../../../../contract/passkeys.ts'
import { momentText } from '../../../../contract/words.ts'
import { passkeyObstacle } from '../../../lib/passkey-support.ts'
import { query } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { useOpened } from '../../opened.tsx'
import { RowButton } from '../../row-actions.tsx'
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkeys-dialogs.tsx'
import { SecurityCard } from './security-card.tsx'

/** Somebody's own passkeys: what they are called, when they were used, and a way to end each. */
export function PasskeysCard() {
  const result = useQuery(query('GET /api/profile/passkeys'))
  const adding = useOpened()
  const renaming = useOpened<Passkey>()
  const removing = useOpened<Passkey>()
  const obstacle = useObstacle()
  return (
    <>
      <SecurityCard
        title="Passkeys"
        text="A passkey signs you in by the fingerprint, face or PIN of your device, without password or code. Nobody can guess it, or ask you for it on a false page."
        of={result}
        lost="Your passkeys could not be loaded."
      >
        {({ data: list }) => (
          <>
            {list.length === 0 ? (
              <p className="mt-4 font-bold">You have no passkey yet.</p>
            ) : (
              <ul aria-label="Passkeys" className="mt-4 divide-y divide-line border-y border-line">
                {list.map((passkey) => (
                  <PasskeyLine
                    key={passkey.id}
                    passkey={passkey}
                    onRename={() => renaming.show(passkey)}
                    onRemove={() => removing.show(passkey)}
                  />
                ))}
              </ul>
            )}
            {obstacle !== null ? (
              <Note className="mt-5">{obstacle}</Note>
            ) : list.length >= passkeysMax ? (
              <Note className="mt-5">You have {passkeysMax} passkeys. Please remove one to add another.</Note>
            ) : (
              <Button className="mt-5" onClick={() => adding.show({})}>
                Add a passkey
              </Button>
            )}
          </>
        )}
      </SecurityCard>
      {adding.dialog((_, props) => (
        <AddPasskeyDialog {...props} />
      ))}
      {renaming.dialog((passkey, props) => (
        <RenamePasskeyDialog {...props} passkey={passkey} />
      ))}
      {removing.dialog((passkey, props) => (
        <RemovePasskeyDialog {...props} passkey={passkey} />
      ))}
    </>
  )
}

function PasskeyLine({
  passkey: { name, isSynced, lastUsedAt, created_at },
  onRename,
  onRemove,
}: {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-bold [overflow-wrap:anywhere]">{name}</span>
          {isSynced && <Badge tone="outline">On several devices</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {lastUsedAt === null ? 'Never used' : `Last used ${momentText(lastUsedAt)}`}, added{' '}
          {momentText(created_at)}
        </p>
      </div>
      <div className="-mx-4 flex sm:mx-0">
        <RowButton label="Rename" of={name} onClick={onRename} />
        <RowButton label="Remove" of={name} isDanger onClick={onRemove} />
      </div>
    </li>
  )
}

/** Why none can be added here, for people; null where one can. */
function useObstacle(): string | null {
  const siteUrl = useSchool()?.siteUrl ?? location.origin
  switch (passkeyObstacle(siteUrl)) {
    case 'site':
      return `Passkeys need a site with a name and https. This one is at ${siteUrl}, so none can be added or used.`
    case 'address':
      return `Passkeys work only where visitors see the site, at ${siteUrl}. Please open the back office there.`
    case 'browser':
      return 'This browser has no passkeys. Please open the back office in a newer one.'
    case null:
      return null
  }
}
