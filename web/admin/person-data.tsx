import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldUser } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import type { EndpointInput, EndpointResponse } from '../../contract/endpoint.ts'
import {
  type erasePersonData,
  type exportPersonData,
  type PersonFound,
  wordsMax,
} from '../../contract/people/person-data.ts'
import { counted } from '../../contract/words.ts'
import { type ApiError, api } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { controlled } from '../ui/controlled.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type Openable, useDialog } from '../ui/lazy-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { Loading } from '../ui/spinner.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { downloadFile } from './list/csv.ts'
import { SideButton } from './list/list-head.tsx'
import { Ticks } from './ticks.tsx'
import { refusalSentence, useAction } from './use-action.ts'
import { useRight } from './use-right.ts'

type Erased = EndpointResponse<typeof erasePersonData>['data']

/** The dialog begins by asking for the person if `who` is missing. */
export function PersonDataButton({ who }: { who?: string }) {
  const { show, dialog } = useDialog()
  if (!useRight('personal-data')) return null
  const open = () => show((props) => <PersonDataDialog {...props} who={who} />)
  return (
    <>
      {who === undefined ? (
        <SideButton icon={ShieldUser} onClick={open}>
          Personal data
        </SideButton>
      ) : (
        <Button size="sm" variant="outline" onClick={open}>
          Export or erase data
        </Button>
      )}
      {dialog}
    </>
  )
}

function PersonDataDialog({ who, ...dialog }: Openable & { who: string | undefined }) {
  const [asked, setAsked] = useState(who ?? null)
  const [typed, setTyped] = useState('')
  const [erased, setErased] = useState<Erased | null>(null)
  const client = useQueryClient()
  const showErased = (done: Erased) => {
    setErased(done)
    // Any list may have shown the erased person, so every query is read again, except the search here, which would find
    // nothing.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'people-data' })
  }
  const found = useQuery<PersonFound, ApiError>({
    queryKey: ['people-data', asked],
    queryFn: async () => (await api('POST /api/admin/people-data/find', { body: { who: asked ?? '' } })).data,
    enabled: asked !== null && erased === null,
    retry: false,
    gcTime: 0,
  })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') setAsked(typed.trim())
  }
  return (
    <Dialog
      {...dialog}
      title="Personal data"
      description="Search by e-mail address, or by phone number if they didn’t give one. If someone else named them, search by name, order number or seat reference."
      closeLabel="Close"
      wide
    >
      <div className="flex flex-col gap-6">
        {who === undefined && erased === null && (
          <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={ask}>
            <div className="min-w-60 flex-1">
              <TextField
                label="E-mail, phone, name or number"
                maxLength={254}
                autoComplete="off"
                error={found.error && refusalSentence(found.error)}
                {...controlled(typed, setTyped)}
              />
            </div>
            <Button type="submit" busy={found.isFetching}>
              Search
            </Button>
          </form>
        )}
        {who !== undefined && found.isPending && erased === null && <Loading>Searching…</Loading>}
        {who !== undefined && found.error && (
          <Note tone="error" role="alert" title={refusalSentence(found.error)} />
        )}
        {erased ? (
          <>
            <Note tone="success" role="status" title="Erased">
              <Lines lines={erased.erased.map(({ what, count }) => `${what}: ${count}`)} />
            </Note>
            <Lines title="What we keep" lines={erased.stays} />
          </>
        ) : (
          asked !== null && found.data && <Found who={asked} found={found.data} onErased={showErased} />
        )}
      </div>
    </Dialog>
  )
}

function Found({
  who,
  found,
  onErased,
}: {
  who: string
  found: PersonFound
  onErased: (erased: Erased) => void
}) {
  const { names, addresses, phones, parts, live, others, words, stays } = found
  const [keepsLive, setKeepsLive] = useState(false)
  const [also, setAlso] = useState<readonly string[]>([])
  const [records, setRecords] = useState<readonly string[]>([])
  const { show, dialog } = useDialog()
  const name = names[0] ?? who
  const wish = { who, others: [...also], records: [...records] }
  const chosen = words.filter(({ record }) => record !== null && records.includes(record))
  const handled = words.filter(({ record }) => record === null)
  const underWay = [...new Set([...live, ...chosen.flatMap(({ live }) => live ?? [])])]
  const ask = () =>
    show((props) => (
      <ActionDialog
        {...props}
        title={`Erase ${name}?`}
        confirmLabel="Erase"
        tone="danger"
        run={() => api('POST /api/admin/people-data/erase', { body: { ...wish, keepsLive } })}
        done={{ title: 'Erased', description: 'The dialog shows the data that we must keep.' }}
        onDone={({ data }) => onErased(data)}
      >
        You can’t undo this. Export a copy first if they asked for one.
      </ActionDialog>
    ))
  return (
    <>
      <div>
        <h3 className="text-lg">{names.join(', ') || 'No name'}</h3>
        <p className="text-ink-soft">{[...addresses, ...phones].join(' · ')}</p>
      </div>
      <Lines title="What we hold" lines={parts.map(({ what, count }) => `${what}: ${count}`)} />
      <TickGroup
        title="Same phone number or name, different e-mail address"
        hint="Tick only if it’s the same person."
        options={others.map(({ email, count }) => [email, `${email}, ${counted(count, 'entry', 'entries')}`])}
        ticked={also}
        onTick={setAlso}
      />
      <TickGroup
        title="Written by other people"
        hint={`Tick anything about this person to export and erase it too.${
          words.length === wordsMax ? ` Only the first ${wordsMax} are shown.` : ''
        }`}
        options={words.flatMap(({ where, text, record }) =>
          record === null ? [] : [[record, `${where}: ${text}`] as const],
        )}
        ticked={records}
        onTick={setRecords}
      />
      <Exports wish={wish} />
      {underWay.length > 0 && (
        <div className="flex flex-col gap-3">
          <Note tone="warning" title="Still in progress">
            <Lines lines={underWay} />
          </Note>
          <Checkbox
            label="Erase everything else now"
            checked={keepsLive}
            onChange={({ target }) => setKeepsLive(target.checked)}
          />
        </div>
      )}
      <Lines
        title="These notes may mention this person. Check them and edit them there."
        lines={handled.map(({ where, text }) => `${where}: ${text}`)}
      />
      <Lines title="What we keep after erasing" lines={stays} />
      <div>
        <Button variant="danger" disabled={underWay.length > 0 && !keepsLive} onClick={ask}>
          Erase
        </Button>
      </div>
      {dialog}
    </>
  )
}

function TickGroup({
  title,
  hint,
  ...ticks
}: ComponentProps<typeof Ticks> & { title: string; hint: string }) {
  if (ticks.options.length === 0) return null
  return (
    <fieldset>
      <legend className="font-bold">{title}</legend>
      <p className="text-ink-soft">{hint}</p>
      <Ticks {...ticks} />
    </fieldset>
  )
}

function Exports({ wish }: { wish: EndpointInput<typeof exportPersonData>['body'] }) {
  const exporting = useAction({
    run: async (as: 'page' | 'data') => {
      const { data } = await api('POST /api/admin/people-data/export', { body: wish })
      // The file's name is neutral, because it must not reveal whose data it contains.
      if (as === 'page') downloadFile('personal-data.html', new Blob([data.page], { type: 'text/html' }))
      else {
        const text = JSON.stringify(data.data, null, 2)
        downloadFile('personal-data.json', new Blob([text], { type: 'application/json' }))
      }
    },
    done: { title: 'Exported', description: 'Give them the file, then delete your copy.' },
  })
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" busy={exporting.isPending} onClick={() => exporting.mutate('page')}>
        Export as a page
      </Button>
      <Button variant="outline" busy={exporting.isPending} onClick={() => exporting.mutate('data')}>
        Export as data
      </Button>
    </div>
  )
}

function Lines({ title, lines }: { title?: ReactNode; lines: readonly string[] }) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <div>
      {title && (
        <p id={id} className="font-bold">
          {title}
        </p>
      )}
      <ul aria-labelledby={title ? id : undefined}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
