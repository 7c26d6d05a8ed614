import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PageKey } from '../../../../../contract/school/page-fields.ts'
import { isBlockFact, type PolicyFactName } from '../../../../../contract/school/policy-facts.ts'
import { type PolicyKind, policyLengthMax } from '../../../../../contract/school/policy-kinds.ts'
import { grouped } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import TextBlocks from '../../../../ui/text-blocks.tsx'
import { useSettled } from '../../../list/use-settled.ts'
import type { Selected } from '../../../markdown-marks.ts'
import { MarkdownToolbar, useMarkdown } from '../../../markdown-toolbar.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'

/** Shows the text of a policy in Markdown, and buttons that insert facts. */
export function PolicyField({
  page,
  typed,
  onChange,
  label,
  error,
}: {
  page: PageKey
  /** Undefined if the school still has the text that it began with. */
  typed: string | undefined
  onChange: (text: string) => void
  label: string
  error: string | null
}) {
  const result = useQuery(query('GET /api/admin/policies/:kind', { params: { kind: page as PolicyKind } }))
  const { place, change } = useMarkdown(onChange)
  if (result.data === undefined)
    return <NotLoaded of={result} title="We couldn’t load the text" loading="Loading the text…" />
  const { start, facts } = result.data.data
  const text = typed ?? start
  return (
    <div className="min-w-0">
      <MarkdownToolbar change={change}>
        {typed !== undefined && typed !== start && (
          <Button size="sm" variant="quiet" onClick={() => onChange(start)}>
            Start again from the original text
          </Button>
        )}
      </MarkdownToolbar>
      <div ref={place} className="[&_textarea]:max-h-[70dvh]">
        <TextArea
          label={label}
          error={error}
          hint={`Up to ${grouped(policyLengthMax)} characters. HTML isn’t supported.`}
          rows={16}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <Facts facts={facts} onInsert={(name) => change((selected) => inserted(selected, name))} />
    </div>
  )
}

function Facts({
  facts,
  onInsert,
}: {
  facts: readonly { name: string; label: string; says: string | null }[]
  onInsert: (name: string) => void
}) {
  return (
    <section aria-labelledby="policy-facts" className="mt-4">
      <h3 id="policy-facts" className="font-bold">
        Facts
      </h3>
      <p className="text-sm text-ink-soft">
        A fact in braces always shows what’s in your settings and rules. Press a fact to insert it.
      </p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {facts.map(({ name, label, says }) => (
          <li
            key={name}
            className="grid items-center justify-items-start gap-x-3 py-1 sm:grid-cols-[12rem_1fr]"
          >
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Insert {${name}}: ${label}`}
              onClick={() => onInsert(name)}
            >
              {`{${name}}`}
            </Button>
            <span className="min-w-0 text-sm wrap-anywhere text-ink-soft max-sm:px-3">
              {label}
              {says !== null && <>: {says === '' ? 'not set' : says}</>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Inserts a fact at the selection. A fact that is a block becomes a paragraph of its own. */
export function inserted({ text, from, to }: Selected, name: string): Selected {
  const isBlock = isBlockFact(name as PolicyFactName)
  const [above, below] = [text.slice(0, from), text.slice(to)]
  const head = !isBlock || above === '' || above.endsWith('\n\n') ? '' : above.endsWith('\n') ? '\n' : '\n\n'
  const tail =
    !isBlock || below === '' || below.startsWith('\n\n') ? '' : below.startsWith('\n') ? '\n' : '\n\n'
  const end = from + head.length + name.length + 2
  return { text: `${above}${head}{${name}}${tail}${below}`, from: end, to: end }
}

/** Shows the typed text of a policy as visitors read it. */
export function PolicyPreview({ kind, typed }: { kind: PolicyKind; typed: string | undefined }) {
  const editor = useQuery(query('GET /api/admin/policies/:kind', { params: { kind } }))
  const settled = useSettled(typed ?? editor.data?.data.start)
  const { data, error } = useQuery({
    queryKey: ['POST /api/admin/policies/preview', kind, settled],
    queryFn: ({ signal }) =>
      api('POST /api/admin/policies/preview', { body: { kind, text: settled ?? '' } }, { signal }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-label="Preview" className="min-w-0">
      <h3 className="mb-2 text-lg">Preview</h3>
      <div className="max-h-[70dvh] overflow-y-auto rounded-sm border border-line bg-paper p-4">
        {error ? (
          <p role="status" className="text-rose-ink">
            {error.message || 'We couldn’t load the preview. Check your connection.'}
          </p>
        ) : (
          data && <TextBlocks blocks={data.data.blocks} opensAnew />
        )}
      </div>
    </section>
  )
}
