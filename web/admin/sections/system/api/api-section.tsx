import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Download, Search } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { counted, inARow } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { downloadFile } from '../../../list/csv.ts'
import { SectionLink } from '../../../section-link.tsx'
import {
  type ApiDocument,
  type Operation,
  operationsOf,
  partsOf,
  type Schema,
  searchOperations,
  typeText,
} from './api-document.ts'

export default function ApiSection() {
  const result = useQuery(query('GET /api/openapi.json'))
  const { data, error } = result
  if (data === undefined) {
    return error ? (
      <FailedNote tone="error" title="We couldn’t load the API description." of={result} />
    ) : (
      <Loading>Loading the API description…</Loading>
    )
  }
  return <Document document={data as ApiDocument} />
}

function Document({ document }: { document: ApiDocument }) {
  const [search, setSearch] = useState('')
  const operations = useMemo(() => operationsOf(document), [document])
  const groups = searchOperations(operations, search)
  const count = [...groups.values()].flat().length
  const isSearching = search.trim() !== ''
  return (
    <>
      <Beginning />
      <div className="mt-4 flex flex-wrap items-end gap-2">
        <TextField
          className="min-w-0 flex-1 basis-72 [&>label]:sr-only"
          type="search"
          label="Search the API"
          prefix={<Icon of={Search} />}
          placeholder="Path, method, word or role"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button variant="outline" className="max-sm:grow" icon={Download} onClick={() => download(document)}>
          Download openapi.json
        </Button>
      </div>
      <p role="status" className="mt-3 mb-2 text-sm text-ink-soft">
        {count === operations.length ? `${count} endpoints` : `${count} of ${operations.length} endpoints`}
      </p>
      {count === 0 && (
        <EmptyState title="No matching endpoints" className="mt-6">
          Search for a path such as orders, a method such as POST, or a role such as florist.
        </EmptyState>
      )}
      {count > 0 && (
        <Card className="divide-y divide-line">
          {[...groups].map(([name, group]) => (
            // A new search opens every group that has a match, and an empty search folds all groups again.
            <details key={`${name} ${isSearching}`} open={isSearching} className="group">
              <summary className="flex min-h-13 items-center gap-3 px-4 -outline-offset-2 hover:bg-sunk sm:px-5">
                <h2 className="font-text text-base font-bold tracking-normal">{name}</h2>
                <span className="ml-auto text-sm text-ink-soft">{counted(group.length, 'endpoint')}</span>
                <Icon of={ChevronDown} className="shrink-0 transition-transform group-open:rotate-180" />
              </summary>
              <ul className="divide-y divide-line border-t border-line bg-paper">
                {group.map((operation) => (
                  <Endpoint key={operation.id} operation={operation} />
                ))}
              </ul>
            </details>
          ))}
        </Card>
      )}
    </>
  )
}

/** What the API is for, and how a first call is made. */
function Beginning() {
  const site = useMemo(() => location.origin, [])
  const example = [
    `curl ${site}/api/auth/signin \\`,
    `  --json '{"email": "…", "password": "…"}'`,
    '',
    `curl ${site}/api/admin/orders \\`,
    `  --header 'Authorization: Bearer TOKEN'`,
  ].join('\n')
  return (
    <Card as="section">
      <details className="group">
        <summary className="flex min-h-13 items-center gap-3 px-4 -outline-offset-2 hover:bg-sunk sm:px-5">
          <h2 className="text-lg">Connect a program of your own</h2>
          <span className="ml-auto text-sm text-ink-soft max-sm:hidden">Three steps and an example</span>
          <Icon
            of={ChevronDown}
            className="shrink-0 transition-transform group-open:rotate-180 max-sm:ml-auto"
          />
        </summary>
        <div className="grid border-t border-line lg:grid-cols-2">
          <div className="p-5">
            <p className="text-ink-soft">
              This site and this back office use the calls below. A program can use them too, for example to
              copy orders into your accounts every night.
            </p>
            <ol className="mt-4 flex list-decimal flex-col gap-2 pl-5 marker:font-bold marker:text-leaf-ink">
              <li>
                Give the program an account of its own in{' '}
                <SectionLink to="accounts" className="link">
                  Accounts
                </SectionLink>
                , with the role that it needs. The program can then do what that role can do.
              </li>
              <li>
                Sign in with its e-mail address and password. The answer has a <code>sessionToken</code>.
              </li>
              <li>
                Send the token with every call. Endpoints marked <strong>Anyone</strong> need none.
              </li>
            </ol>
          </div>
          <div className="min-w-0 border-t border-line bg-sunk p-5 lg:border-t-0 lg:border-l">
            <div className="-mt-2 flex items-center justify-between gap-3">
              <h3 className="font-text text-sm font-bold tracking-normal text-ink-soft">Example</h3>
              <CopyButton text={example} what="the example" />
            </div>
            <pre className="text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">
              <code>{example}</code>
            </pre>
          </div>
        </div>
      </details>
    </Card>
  )
}

const methodTones: Record<string, string> = {
  GET: 'text-leaf-ink',
  DELETE: 'text-rose-ink',
}

const accessWords = { public: 'Anyone', user: 'Signed in', admin: 'Staff' } as const

function Endpoint({ operation }: { operation: Operation }) {
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary, access, roles } = operation
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="grid grid-cols-[4rem_1fr] gap-x-2 px-4 py-2.5 -outline-offset-2 hover:bg-sunk sm:px-5 lg:grid-cols-[4rem_1fr_13rem]">
          <span className={cx('pt-0.5 font-mono text-sm font-bold', methodTones[method])}>{method}</span>
          <span className="min-w-0">
            <code className="text-sm wrap-anywhere">{path}</code>
            <span className="block text-sm text-ink-soft">{summary}</span>
          </span>
          <span className="col-start-2 text-sm text-ink-soft lg:col-start-3 lg:pt-0.5 lg:text-right">
            {roles.length > 0 ? inARow(roles) : accessWords[access]}
          </span>
        </summary>
        {isOpen && <Facts operation={operation} />}
      </details>
    </li>
  )
}

function Facts({ operation: { parameters, body, answers } }: { operation: Operation }) {
  return (
    <div className="flex flex-col gap-6 border-t border-line bg-raised p-4 sm:px-5">
      {parameters.length > 0 && (
        <Part title="Parameters">
          <dl>
            {parameters.map(({ name, in: where, required, description, schema }) => (
              <Line key={`${where} ${name}`} name={name} isRequired={required} note={description}>
                in the {where}, {typeText(schema)}
              </Line>
            ))}
          </dl>
        </Part>
      )}
      {body && (
        <Part title="Body">
          <Fields schema={body} />
        </Part>
      )}
      <Part title="Responses">
        <ul className="flex flex-col gap-3">
          {answers.map(({ status, description, schema }) => (
            <li key={status}>
              <p>
                <strong className={status.startsWith('2') ? 'text-leaf-ink' : 'text-rose-ink'}>
                  {status}
                </strong>{' '}
                <span className="text-sm whitespace-pre-line text-ink-soft">
                  {description.replaceAll('`', '').replaceAll('\n\n', '\n')}
                </span>
              </p>
              {schema && status.startsWith('2') && <Fields schema={schema} />}
            </li>
          ))}
        </ul>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-bold">{title}</h3>
      {children}
    </div>
  )
}

function Fields({ schema }: { schema: Schema }) {
  const parts = partsOf(schema)
  if (parts.length === 0) return <p className="text-sm">{typeText(schema)}</p>
  return parts.map((part, at) => (
    // Alternative schemas have no names, so their position is the key.
    <dl key={at} className={at > 0 ? 'mt-2 border-t border-dashed border-line' : undefined}>
      {Object.entries(part.properties ?? {}).map(([name, field]) => (
        <Line
          key={name}
          name={name}
          isRequired={part.required?.includes(name)}
          note={field.description}
          within={partsOf(field).length > 0 && <Fields schema={field} />}
        >
          {typeText(field)}
        </Line>
      ))}
    </dl>
  ))
}

interface LineProps {
  name: string
  isRequired?: boolean | undefined
  note: string | undefined
  within?: ReactNode
  children: ReactNode
}

function Line({ name, isRequired, note, within, children }: LineProps) {
  return (
    <div className="border-t border-line py-1.5 text-sm first:border-t-0 sm:grid sm:grid-cols-[14rem_1fr] sm:gap-4">
      <dt className="wrap-anywhere">
        <code className="font-bold">{name}</code>
        {isRequired && <span className="text-rose-ink"> required</span>}
      </dt>
      <dd className="wrap-anywhere text-ink-soft">
        {children}
        {note && <p>{note}</p>}
        {within && <div className="mt-1 border-l-2 border-line pl-3">{within}</div>}
      </dd>
    </div>
  )
}

const download = (document: ApiDocument) =>
  downloadFile('openapi.json', new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }))
