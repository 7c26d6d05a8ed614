import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, passkeyNameForm, passkeysMax } from '../../../../../contract/accounts/passkeys.ts'
import { momentText } from '../../../../../contract/words.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { passkeyObstacle } from '../../../../lib/passkey-support.ts'
import { makePasskey } from '../../../../lib/passkeys.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { type Openable, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { ActionDialog } from '../../../action-dialog.tsx'
import { SentDialog } from '../../../form-dialog.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { SecurityCard } from './security-card.tsx'

export function PasskeysCard() {
  const result = useQuery(query('GET /api/profile/passkeys'))
  const stale = useStale()
  const { show, dialog } = useDialog()
  const obstacle = useObstacle()
  const reload = () => stale('GET /api/profile/passkeys')
  const add = () => show((props) => <AddPasskeyDialog {...props} onSent={reload} />)
  const rename = ({ id, name }: Passkey) =>
    show((props) => (
      <SentDialog
        {...props}
        draft={`passkey-${id}`}
        title="Rename passkey"
        rules={passkeyNameForm}
        defaults={{ name }}
        send={(body) => api('PUT /api/profile/passkeys/:id', { params: { id }, body })}
        done={{ title: 'Passkey renamed' }}
        onSent={reload}
      >
        {(field) => <TextField label="Name" required autoComplete="off" {...field('name')} />}
      </SentDialog>
    ))
  const remove = ({ id, name }: Passkey) =>
    show((props) => (
      <ActionDialog
        {...props}
        title={`Remove passkey “${name}”?`}
        confirmLabel="Remove"
        tone="danger"
        run={() => api('DELETE /api/profile/passkeys/:id', { params: { id } })}
        done={{ title: 'Passkey removed' }}
        onDone={reload}
      >
        You won’t be able to sign in with it. Delete it from your device too.
      </ActionDialog>
    ))
  return (
    <>
      <SecurityCard
        title="Passkeys"
        text="A passkey signs you in with your fingerprint, face or device PIN instead of a password and code. Nobody can guess it or trick you into giving it away."
        of={result}
        lost="We couldn’t load your passkeys."
      >
        {({ data: list }) => (
          <>
            {list.length === 0 ? (
              <p className="mt-4 font-bold">You have no passkeys yet.</p>
            ) : (
              <ul aria-label="Passkeys" className="mt-4 divide-y divide-line border-y border-line">
                {list.map((passkey) => (
                  <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                    <div className="min-w-0 flex-1 basis-48">
                      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                        <span className="min-w-0 font-bold wrap-anywhere">{passkey.name}</span>
                        {passkey.isSynced && <Badge tone="outline">On several devices</Badge>}
                      </p>
                      <p className="text-sm text-ink-soft">{usedText(passkey)}</p>
                    </div>
                    <div className="-mx-4 flex sm:mx-0">
                      <RowButton label="Rename" of={passkey.name} onClick={() => rename(passkey)} />
                      <RowButton label="Remove" of={passkey.name} isDanger onClick={() => remove(passkey)} />
                    </div>
                  </li>
                ))}
              </ul>
            )}
            {obstacle !== null ? (
              <Note tone="warning" className="mt-5">
                {obstacle}
              </Note>
            ) : list.length >= passkeysMax ? (
              <Note className="mt-5">You have {passkeysMax} passkeys. Remove one to add another.</Note>
            ) : (
              <Button className="mt-5" variant="outline" onClick={add}>
                Add a passkey
              </Button>
            )}
          </>
        )}
      </SecurityCard>
      {dialog}
    </>
  )
}

function usedText({ lastUsedAt, created_at }: Passkey): string {
  const used = lastUsedAt === null ? 'Never used' : `Last used ${momentText(lastUsedAt)}`
  return `${used}, added ${momentText(created_at)}`
}

function useObstacle(): string | null {
  const siteUrl = useSchool()?.siteUrl ?? location.origin
  const obstacle = passkeyObstacle(siteUrl)
  return (
    obstacle &&
    {
      site: `Passkeys need a domain name and HTTPS, so they don’t work at ${siteUrl}.`,
      address: `Passkeys only work at ${siteUrl}. Open the back office there to use them.`,
      browser: 'This browser doesn’t support passkeys. Update it, or use another browser.',
    }[obstacle]
  )
}

function AddPasskeyDialog(dialog: Openable & { onSent: () => void }) {
  const [isAtDevice, setAtDevice] = useState(false)
  return (
    <SentDialog
      {...dialog}
      draft="passkey"
      title="Add a passkey"
      description="Next, your device asks for your fingerprint, face or PIN."
      submit={['Continue', isAtDevice ? 'Waiting for your device...' : 'Checking...']}
      rules={passkeyNameForm}
      defaults={{ name: '' }}
      send={async ({ name }) => {
        const { data } = await api('POST /api/profile/passkeys/options')
        setAtDevice(true)
        const credential = await makePasskey(data)
          .catch((failure: Error) => {
            // The device's message is shown where a server error would be.
            throw new ApiError(0, { code: 'passkey_refused', error: failure.message })
          })
          .finally(() => setAtDevice(false))
        return api('POST /api/profile/passkeys', { body: { name, credential } })
      }}
      done={{ title: 'Passkey added' }}
    >
      {(field) => (
        <TextField label="Name" hint="For example, My phone" required autoComplete="off" {...field('name')} />
      )}
    </SentDialog>
  )
}
