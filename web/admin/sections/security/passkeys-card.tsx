import { useQuery } from '@tanstack/react-query'
import { type Passkey, passkeysMax } from '../../../../contract/passkeys.ts'
import { momentText } from '../../../../contract/words.ts'
import { passkeyObstacle } from '../../../lib/passkey-support.ts'
import { query } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { useOpened } from '../../opened.tsx'
import { AddPasskeyDialog } from './passkeys-add-dialog.tsx'
import { RemovePasskeyDialog } from './passkeys-remove-dialog.tsx'
import { RenamePasskeyDialog } from './passkeys-rename-dialog.tsx'

/** Somebody's own passkeys: what they are called, when they were used, and a way to end each. */
export function PasskeysCard() {
  const result = useQuery(query('GET /api/profile/passkeys'))
  const { data, error } = result
  const list = data?.data
  const adding = useOpened<object>()
  const renaming = useOpened<{ passkey: Passkey }>()
  const removing = useOpened<{ passkey: Passkey }>()
  const obstacle = useObstacle()
  const isFull = list !== undefined && list.length >= passkeysMax

  return (
    <Card as="section" className="p-5 md:p-6" aria-labelledby="passkeys">
      <h2 id="passkeys" className="text-xl">
        Passkeys
      </h2>
      <p className="mt-2 text-ink-soft">
        A passkey signs you in by the fingerprint, face or PIN of your device, without password or code.
        Nobody can guess it, or ask you for it on a false page.
      </p>
      {error && list === undefined ? (
        <FailedNote tone="error" className="mt-5" title="Your passkeys could not be loaded." of={result}>
          {error.message || 'Please check the connection and try again.'}
        </FailedNote>
      ) : list === undefined ? (
        <Loading />
      ) : (
        <>
          {list.length === 0 ? (
            <p className="mt-4 font-bold">You have no passkey yet.</p>
          ) : (
            <ul aria-label="Passkeys" className="mt-4 divide-y divide-line border-y border-line">
              {list.map((passkey) => (
                <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                  <div className="min-w-0 flex-1 basis-48">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <span className="min-w-0 font-bold [overflow-wrap:anywhere]">{passkey.name}</span>
                      {passkey.isSynced && <Badge tone="outline">On several devices</Badge>}
                    </p>
                    <p className="text-sm text-ink-soft">
                      {passkey.lastUsedAt === null
                        ? 'Never used'
                        : `Last used ${momentText(passkey.lastUsedAt)}`}
                      , added {momentText(passkey.created_at)}
                    </p>
                  </div>
                  <div className="-mx-4 flex sm:mx-0">
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`Rename ${passkey.name}`}
                      onClick={() => renaming.show({ passkey })}
                    >
                      Rename
                    </Button>
                    <Button
                      size="sm"
                      variant="quiet"
                      className="text-rose-ink hover:bg-rose-tint"
                      aria-label={`Remove ${passkey.name}`}
                      onClick={() => removing.show({ passkey })}
                    >
                      Remove
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
          {obstacle !== null ? (
            <Note className="mt-5">{obstacle}</Note>
          ) : isFull ? (
            <Note className="mt-5">You have {passkeysMax} passkeys. Please remove one to add another.</Note>
          ) : (
            <Button className="mt-5" onClick={() => adding.show({})}>
              Add a passkey
            </Button>
          )}
        </>
      )}
      {adding.opened && (
        <AddPasskeyDialog
          key={`add-${adding.opened.turn}`}
          open={adding.opened.isOpen}
          onClose={adding.close}
        />
      )}
      {renaming.opened && (
        <RenamePasskeyDialog
          key={`rename-${renaming.opened.turn}`}
          open={renaming.opened.isOpen}
          passkey={renaming.opened.passkey}
          onClose={renaming.close}
        />
      )}
      {removing.opened && (
        <RemovePasskeyDialog
          key={`remove-${removing.opened.turn}`}
          open={removing.opened.isOpen}
          passkey={removing.opened.passkey}
          onClose={removing.close}
        />
      )}
    </Card>
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
