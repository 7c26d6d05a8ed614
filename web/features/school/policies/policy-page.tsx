import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { policyTitles } from '../../../../contract/school/policies.en.ts'
import {
  type PolicyKind,
  policyKinds,
  policyParts,
  policyPaths,
} from '../../../../contract/school/policy-kinds.ts'
import type { ApiError } from '../../../lib/api.ts'
import { laterPart } from '../../../lib/later-part.tsx'
import { query } from '../../../lib/query.ts'
import { useSchool } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { PageTitle } from '../../../ui/heading.tsx'
import { Container } from '../../../ui/section.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import type { TextBlocksProps } from '../../../ui/text-blocks.tsx'
import * as text from './policies.en.tsx'

const TextBlocks = laterPart<TextBlocksProps>(() => import('../../../ui/text-blocks.tsx'), null)

export const policyQuery = (kind: PolicyKind) => query('GET /api/policies/:kind', { params: { kind } })

export const acceptedQuery = (hash: string) => query('GET /api/policies/accepted/:hash', { params: { hash } })

export function PolicyPage({ kind }: { kind: PolicyKind }) {
  const school = useSchool()?.name
  const result = useQuery(policyQuery(kind))
  const updated = result.data?.updated
  return (
    <Sheet
      of={result}
      title={policyTitles[kind]}
      lead={updated && text.lastUpdated({ month: updated })}
      others={<OtherPolicies shown={kind} />}
    >
      <ShareTags
        title={policyTitles[kind]}
        description={text.descriptions[kind]({ school })}
        path={policyPaths[kind]}
      />
    </Sheet>
  )
}

/** Shows terms as they were when somebody accepted them. Search engines are told to leave this page out. */
export function AcceptedPage({ hash }: { hash: string }) {
  const school = useSchool()
  const result = useQuery(acceptedQuery(hash))
  const { data } = result
  return (
    <Sheet
      of={result}
      title={data?.title ?? text.accepted}
      lead={
        <>
          {text.acceptedLead}{' '}
          {data &&
            text.termsNow((words) => (
              <Link className="link" to={policyPaths[data.kind]}>
                {words}
              </Link>
            ))}
        </>
      }
    >
      <title>{[text.accepted, school?.name].filter(Boolean).join(' · ')}</title>
      <meta name="robots" content="noindex" />
    </Sheet>
  )
}

/** The title and the index are above the text, and from 1024 px beside it. */
function Sheet({
  of: result,
  title,
  lead,
  others,
  children,
}: {
  of: UseQueryResult<{ blocks: TextBlocksProps['blocks'] }, ApiError>
  title: string
  lead: ReactNode
  others?: ReactNode
  children: ReactNode
}) {
  const { data, error } = result
  return (
    <Container className="py-8 md:py-14">
      {children}
      <div className="gap-x-14 lg:grid lg:grid-cols-[1fr_1.8fr]">
        <div>
          <Back />
          <PageTitle className="mt-2">{title}</PageTitle>
          {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
          {data && <Index blocks={data.blocks} />}
        </div>
        {data ? (
          <div className="max-lg:mt-8 lg:pt-14">
            <TextBlocks blocks={data.blocks} />
          </div>
        ) : error ? (
          <LoadFailure title={text.failed} of={result} />
        ) : (
          <Awaited label={text.loading} className="py-24" />
        )}
      </div>
      {others}
    </Container>
  )
}

function Back() {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center gap-2 text-sm font-bold text-leaf-ink hover:underline print:hidden"
      // A page in a new tab has no earlier page to go back to.
      onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}
    >
      <span aria-hidden="true">←</span> {text.back}
    </button>
  )
}

/** A phone unfolds the index, and a wide screen keeps it beside the text. */
function Index({ blocks }: Pick<TextBlocksProps, 'blocks'>) {
  const headings = blocks.flatMap((block, position) =>
    block.kind === 'heading' && block.level === 2
      ? [{ id: `part-${position}`, words: block.spans.map((span) => span.text).join('') }]
      : [],
  )
  return (
    <nav aria-label={text.onThisPage} className="mt-6 lg:sticky lg:top-24 print:hidden">
      {headings.length > 3 && (
        <details className="folded-small border-y border-line lg:border-0">
          <summary className="min-h-11 py-2 font-bold">{text.onThisPage}</summary>
          <ol className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
            {headings.map(({ id, words }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center text-sm text-ink-soft no-underline hover:underline"
                >
                  {words}
                </a>
              </li>
            ))}
          </ol>
        </details>
      )}
    </nav>
  )
}

function OtherPolicies({ shown }: { shown: PolicyKind }) {
  const parts = useSchool()?.parts
  const others = policyKinds.filter((kind) => {
    const part = policyParts[kind]
    return kind !== shown && (part === undefined || parts?.[part])
  })
  return (
    <nav aria-label={text.ourPolicies} className="mt-12 border-t border-line pt-4 print:hidden">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {others.map((kind) => (
          <li key={kind}>
            <Link className="link inline-flex min-h-11 items-center" to={policyPaths[kind]}>
              {policyTitles[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
