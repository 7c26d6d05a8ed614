import {
  type overlapAnswers,
  type StatementRow,
  statementRowsMax,
} from '../../../../../contract/money/money.ts'
import { plural } from '../../../../../contract/plural.ts'
import { dayText, formatRupees, grouped } from '../../../../../contract/words.ts'
import { type ApiError, api } from '../../../../lib/api.ts'
import { Button } from '../../../../ui/button.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { ArrivingNote } from '../../../form-dialog.tsx'
import { HeadCells } from '../../../head-cells.tsx'
import { FileDialog, useChosenFile } from '../../../import/file-dialog.tsx'
import { CsvError, readCsv } from '../../../import/read-csv.ts'
import { useAction } from '../../../use-action.ts'
import * as bank from './bank-statement.ts'

const rowsShown = 5

interface Sent {
  rows: StatementRow[]
  overlap?: (typeof overlapAnswers)[number]
}

const alikeIn = (error: ApiError | null) =>
  (error?.details['alike'] ?? []) as Pick<StatementRow, 'day' | 'amount' | 'description'>[]

export default function ImportStatementDialog({
  onImported,
  ...dialog
}: Openable & { onImported: () => void }) {
  const chosen = useChosenFile(statementIn)
  const { file } = chosen
  const read = file && bank.readCredits(file.records, file.choice)
  const bring = useAction({
    run: async ({ rows, overlap }: Sent, keyed) => {
      const body = { fileName: file?.name ?? '', rows, ...(overlap && { overlap }) }
      return (await api('POST /api/admin/money/statements', { body }, keyed(body))).data
    },
    done: ({ added, known }) => ({
      title: added === 0 ? 'Nothing new' : 'Statement imported',
      description: addedText({ added, known }),
    }),
    failed: null,
    onDone: onImported,
  })
  const count = read?.rows.length ?? 0
  const alike = alikeIn(bring.refusal)
  return (
    <FileDialog
      {...dialog}
      title="Import statement"
      description="Import a CSV file from your bank or UPI app. Importing the same statement again changes nothing."
      chosen={chosen}
      onChoose={(picked) => {
        bring.reset()
        void chosen.choose(picked)
      }}
      importLabel={
        count > 0
          ? plural(count, { one: 'Import 1 payment', other: `Import ${grouped(count)} payments` })
          : 'Import'
      }
      isReady={
        count > 0 &&
        count <= statementRowsMax &&
        read?.refusal === null &&
        alike.length === 0 &&
        file?.asked.length === 0
      }
      isSending={bring.isPending}
      failure={alike.length > 0 ? null : bring.refusal}
      onImport={() => read && bring.mutate({ rows: read.rows })}
    >
      {file && read && (
        <>
          <Columns
            {...file}
            onChange={(choice, role) => {
              bring.reset()
              const asked = file.asked.filter((one) => one !== role)
              chosen.setFile({ ...file, choice, asked })
            }}
          />
          {file.asked.length === 0 && <Findings read={read} />}
          {bring.refusal && alike.length > 0 && (
            <ArrivingNote tone="warning" title={bring.refusal.message}>
              {alike.slice(0, rowsShown).map(({ day, amount, description }, at) => (
                <p key={at} className="wrap-anywhere">
                  {dayText(day)}, {formatRupees(amount)}, {description || 'no description'}
                </p>
              ))}
              {alike.length > rowsShown && <p>And {alike.length - rowsShown} more.</p>}
              <div className="mt-3 flex flex-wrap gap-2">
                {(['same', 'other'] as const).map((overlap) => (
                  <Button
                    key={overlap}
                    size="sm"
                    variant="outline"
                    busy={bring.isPending}
                    onClick={() => bring.mutate({ rows: read.rows, overlap })}
                  >
                    {overlap === 'same' ? 'Skip duplicate payments' : 'Add as new payments'}
                  </Button>
                ))}
              </div>
            </ArrivingNote>
          )}
          {count > 0 && file.asked.length === 0 && <FirstRows rows={read.rows} />}
        </>
      )}
    </FileDialog>
  )
}

/** @throws CsvError if no line holds column names */
function statementIn(text: string) {
  const statement = bank.readStatement(readCsv(text))
  if (statement !== null) return statement
  throw new CsvError(
    'This file has no row of column names such as Date, Description and Credit. Choose another file.',
  )
}

function Columns({
  headers,
  choice,
  asked,
  onChange,
}: bank.Statement & { onChange: (choice: bank.ColumnChoice, role: bank.ColumnRole) => void }) {
  const names = headers.map((header) => header.trim())
  const options = names.map((name, at) => ({
    value: String(at),
    label:
      name === ''
        ? `Column ${at + 1}`
        : names.some((other, n) => n !== at && other === name)
          ? `${name} (column ${at + 1})`
          : name,
  }))
  return (
    <fieldset>
      <legend className="mb-2 font-bold">Columns</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-4">
        {(Object.keys(bank.roleLabels) as bank.ColumnRole[]).map((role) => (
          <SelectField
            key={role}
            label={bank.roleLabels[role]}
            placeholder={asked.includes(role) ? 'Choose a column' : 'None'}
            error={asked.includes(role) ? 'Several columns have this name. Choose one.' : null}
            options={options}
            value={String(choice[role] ?? '')}
            onChange={({ target: { value } }) => {
              const { [role]: _before, ...others } = choice
              onChange(value === '' ? others : { ...others, [role]: Number(value) }, role)
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Findings({ read: { rows, debits, problems, refusal } }: { read: bank.ReadRows }) {
  const count = rows.length
  if (refusal !== null) return <Note role="alert" tone="error" title={refusal} />
  const isTooMuch = count > statementRowsMax
  return (
    <Note
      role="status"
      tone={count === 0 || isTooMuch ? 'error' : problems.length > 0 ? 'warning' : 'success'}
      title={
        isTooMuch
          ? `The file has ${grouped(count)} payments. Import at most ${statementRowsMax} at a time.`
          : count === 0
            ? 'No payments received were found. Check the columns.'
            : foundText({
                count,
                total: formatRupees(rows.reduce((sum, row) => sum + Number(row.amount), 0)),
              })
      }
    >
      {debits > 0 && (
        <p>
          {plural(debits, {
            one: '1 outgoing payment is skipped.',
            other: `${debits} outgoing payments are skipped.`,
          })}
        </p>
      )}
      {problems.slice(0, rowsShown).map(({ row, sentence }) => (
        <p key={row}>
          Row {row} is skipped. {sentence}
        </p>
      ))}
      {problems.length > rowsShown && (
        <p>
          {plural(problems.length - rowsShown, {
            one: '1 more row couldn’t be read.',
            other: `${problems.length - rowsShown} more rows couldn’t be read.`,
          })}
        </p>
      )}
    </Note>
  )
}

function FirstRows({ rows }: { rows: readonly StatementRow[] }) {
  return (
    <table aria-label="First rows" className="w-full text-sm">
      <thead className="text-left">
        <tr>
          <HeadCells className="py-1 pr-4" columns={[['Date'], ['Amount'], ['Description']]} />
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.slice(0, rowsShown).map((row, at) => (
          <tr key={at} className="align-top">
            <td className="py-1.5 pr-4">{dayText(row.day)}</td>
            <td className="py-1.5 pr-4">{formatRupees(row.amount)}</td>
            <td className="py-1.5 wrap-anywhere">
              {row.description}
              {row.reference && <span className="block text-ink-soft">Reference {row.reference}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const foundText = ({ count, total }: { count: number; total: string }) =>
  plural(count, {
    one: `1 payment received, ${total} in total.`,
    other: `${grouped(count)} payments received, ${total} in total.`,
  })

function addedText({ added, known }: { added: number; known: number }): string {
  if (known === 0) {
    return plural(added, { one: '1 payment added.', other: `${grouped(added)} payments added.` })
  }
  return plural(added, {
    one: `1 payment added, ${known} already imported.`,
    other: `${grouped(added)} payments added, ${known} already imported.`,
  })
}
