import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { closingNote, type Payable, type StatementLine } from '../../../../../contract/money/money.ts'
import { plural } from '../../../../../contract/plural.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { FormDialog, SentDialog } from '../../../form-dialog.tsx'
import { optionsOf } from '../../../list/list-choices.ts'
import { useSettled } from '../../../list/use-settled.ts'
import { useMailPromise } from '../../../mail-promise.ts'
import { useAction } from '../../../use-action.ts'
import { payableNames, paymentWords } from './money-words.tsx'

export interface Refused {
  name: string
  sentence: string
}

export function useConfirmation(onDone: (refused: Refused[]) => void) {
  const told = useMailPromise()
  return useAction({
    run: async (lines: StatementLine[]) => {
      const matches = lines.flatMap(({ id, suggestion }) =>
        suggestion ? [{ line: id, kind: suggestion.target.kind, id: suggestion.target.id }] : [],
      )
      return (await api('POST /api/admin/money/confirm', { body: { matches } })).data
    },
    done: (outcomes) => {
      const settled = outcomes.filter(({ outcome }) => outcome !== 'refused').length
      if (settled === 0)
        return { title: 'Error', description: 'None of the payments could be settled.', tone: 'error' }
      return {
        title: plural(settled, { one: 'Payment recorded', other: `${settled} payments recorded` }),
        description: told('We’ll let the students and customers know.'),
      }
    },
    onDone: (outcomes, lines) =>
      onDone(
        outcomes.flatMap(({ line, sentence }) => {
          const about = lines.find(({ id }) => id === line)?.suggestion?.target
          return sentence === null ? [] : [{ name: about?.name ?? 'A payment', sentence }]
        }),
      ),
  })
}

export function CertainDialog({
  lines,
  onConfirmed,
  ...dialog
}: Openable & { lines: StatementLine[]; onConfirmed: (refused: Refused[]) => void }) {
  const confirm = useConfirmation(onConfirmed)
  const told = useMailPromise()
  return (
    <ConfirmDialog
      {...dialog}
      title={plural(lines.length, { one: 'Confirm 1 payment?', other: `Confirm ${lines.length} payments?` })}
      confirmLabel="Confirm"
      busy={confirm.isPending}
      onConfirm={() => confirm.mutate(lines)}
    >
      {formatRupees(lines.reduce((sum, { amount }) => sum + Number(amount), 0))} in total. Each payment’s
      reference and amount match what’s due. We’ll confirm the payments. {told('We’ll let everyone know.')}
    </ConfirmDialog>
  )
}

const found = 20

export function MatchDialog({
  line,
  onMatched,
  ...dialog
}: Openable & { line: StatementLine; onMatched: () => void }) {
  const [search, setSearch] = useState('')
  // A suggestion is not chosen if its target is already paid, because that target takes no second payment.
  const suggested = line.suggestion?.action === 'double' ? null : line.suggestion
  const [chosen, setChosen] = useState<Payable | null>(suggested?.target ?? null)
  const [isMissing, setMissing] = useState(false)
  const q = useSettled(search.trim())
  const { data, isPending, isError } = useQuery(
    query('GET /api/admin/money/waiting', { query: { limit: found, ...(q === '' ? {} : { q }) } }),
  )
  const name = useId()
  const isChosen = (row: Payable) => row.kind === chosen?.kind && row.id === chosen.id
  const rows = data?.data ?? []
  const shown = chosen && !rows.some(isChosen) ? [chosen, ...rows] : rows
  const differs = chosen !== null && chosen.due !== line.amount

  const told = useMailPromise()
  const match = useAction({
    run: async ({ kind, id }: Payable) => {
      const body = { matches: [{ line: line.id, kind, id, acceptDifference: differs }] }
      const [outcome] = (await api('POST /api/admin/money/confirm', { body })).data
      if (outcome?.outcome === 'refused')
        throw new ApiError(409, { code: 'conflict', error: outcome.sentence ?? '' })
      return outcome?.sentence ?? null
    },
    done: (sentence, { name }) =>
      sentence === null
        ? { title: 'Payment recorded', description: told(`We’ll let ${name} know.`) }
        : { title: 'Recorded without a seat', description: sentence, tone: 'info', durationMs: 10_000 },
    failed: 'Failed to record the payment. Please try again.',
    onDone: onMatched,
  })
  return (
    <FormDialog
      {...dialog}
      title="Match manually"
      description={`${formatRupees(line.amount)} · ${line.reference ?? line.description}`}
      isDirty={false}
      isSending={match.isPending}
      refusal={match.refusal}
      submit={[differs ? 'Settle anyway' : 'Settle', 'Settling...']}
      wide
      onSubmit={(event) => {
        event.preventDefault()
        if (match.isPending) return
        if (chosen) match.mutate(chosen)
        else setMissing(true)
      }}
    >
      <p className="text-sm text-ink-soft wrap-anywhere">{line.description}</p>
      <TextField
        label="Find who paid"
        type="search"
        autoComplete="off"
        maxLength={100}
        hint="Name, e-mail, phone or reference. Includes holds that have ended."
        error={isMissing && !chosen ? 'Choose what the payment is for' : null}
        {...controlled(search, setSearch)}
      />
      <fieldset className="min-w-0">
        <legend className="mb-2 font-bold">What the payment is for</legend>
        {isPending ? (
          <Loading className="!py-4">Searching…</Loading>
        ) : isError ? (
          <p role="alert" className="text-rose-ink">
            We couldn’t load the list. Change the search to try again.
          </p>
        ) : shown.length === 0 ? (
          <p className="text-ink-soft">No matches</p>
        ) : (
          <div className="flex max-h-80 flex-col gap-2 overflow-y-auto p-1">
            {shown.map((row) => (
              <label
                key={`${row.kind} ${row.id}`}
                className="choice flex min-h-14 shrink-0 items-center gap-3 px-4 py-2"
              >
                <input
                  type="radio"
                  name={name}
                  checked={isChosen(row)}
                  className="tick rounded-full"
                  onChange={() => setChosen(row)}
                />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="block font-bold">
                    {row.name}, {row.title}
                  </span>
                  <span className="block text-sm text-ink-soft">
                    {payableNames[row.kind]} {row.reference} · {paymentWords[row.payment].label}
                  </span>
                </span>
                <span className="font-bold">{formatRupees(row.due)}</span>
              </label>
            ))}
          </div>
        )}
      </fieldset>
      {chosen && differs && (
        <Note
          tone="warning"
          title={`${formatRupees(line.amount)} received, ${formatRupees(chosen.due)} due.`}
        >
          If you settle anyway, the seat or order is confirmed. Any balance stays due.
        </Note>
      )}
    </FormDialog>
  )
}

const closingRules = z.object({ outcome: z.enum(['refunded', 'ignored']), note: closingNote })

const outcomes = optionsOf({ refunded: 'Refunded', ignored: 'Not ours (interest, own transfer…)' })

export function CloseLineDialog({
  line: { id, amount, reference, description, suggestion },
  onClosed,
  ...dialog
}: Openable & { line: StatementLine; onClosed: () => void }) {
  return (
    <SentDialog
      {...dialog}
      draft={`end-of-${id}`}
      title="Close without a match"
      description={`${formatRupees(amount)} · ${reference ?? description}`}
      isToldAbove
      submit={['Close payment', 'Closing...']}
      rules={closingRules}
      defaults={{ outcome: suggestion?.action === 'double' ? 'refunded' : 'ignored', note: '' }}
      send={(body, keyed) =>
        api('POST /api/admin/money/lines/:id/close', { params: { id }, body }, keyed(body))
      }
      done={{ title: 'Success', description: 'The payment is closed.' }}
      onSent={onClosed}
      failed="We couldn’t close the payment. Try again."
    >
      {(field) => (
        <>
          <SelectField label="What happened to the payment" options={outcomes} {...field('outcome')} />
          <TextArea
            label="Note"
            hint="How and when you refunded the payment, or what it was for"
            required
            rows={3}
            maxLength={500}
            {...field('note')}
          />
        </>
      )}
    </SentDialog>
  )
}
