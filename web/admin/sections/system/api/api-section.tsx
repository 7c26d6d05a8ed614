import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { query } from '../../../../lib/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { downloadFile } from '../../../list/csv.ts'
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
  return (
    <>
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          className="min-w-0 flex-1 basis-72"
          type="search"
          label="Search the API"
          placeholder="Path, method, word or role"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button variant="outline" icon={Download} onClick={() => download(document)}>
          Download openapi.json
        </Button>
      </div>
      <p role="status" className="mt-3 text-sm text-ink-soft">
        {count === operations.length ? `${count} endpoints` : `${count} of ${operations.length} endpoints`}
      </p>
      {count === 0 && <EmptyState title="No matching endpoints" className="mt-6" />}
      {[...groups].map(([name, group]) => (
        <section key={name} aria-labelledby={`api-${name}`} className="mt-8">
          <h2 id={`api-${name}`} className="mb-2 text-lg">
            {name}
          </h2>
          <ul className="flex flex-col gap-2">
            {group.map((operation) => (
              <Endpoint key={operation.id} operation={operation} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const accessTones = { public: 'leaf', user: 'marigold', admin: 'rose' } as const

function Endpoint({ operation }: { operation: Operation }) {
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary, access, roles } = operation
  return (
    <li className="rounded-sm border border-line bg-raised">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <span className="w-16 text-sm font-bold text-leaf-ink">{method}</span>
          <code className="min-w-0 text-sm font-bold wrap-anywhere">{path}</code>
          <Badge tone={accessTones[access]}>{access}</Badge>
          {roles.length > 0 && <span className="text-sm text-ink-soft">{roles.join(', ')}</span>}
          <span className="w-full text-sm text-ink-soft">{summary}</span>
        </summary>
        {isOpen && <Facts operation={operation} />}
      </details>
    </li>
  )
}

function Facts({ operation: { parameters, body, answers } }: { operation: Operation }) {
  return (
    <div className="flex flex-col gap-6 border-t border-line p-4">
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
