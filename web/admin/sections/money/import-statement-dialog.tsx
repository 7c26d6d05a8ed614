import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type StatementRow, statementRowsMax } from '../../../../contract/money.ts'
import { dayText, formatRupees, grouped } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { Refusal } from '../../form-dialog.tsx'
import { FileDrop } from '../../import/file-drop.tsx'
import { textOfFile } from '../../import/import-file.ts'
import { CsvError, readCsv } from '../../import/read-csv.ts'
import { type ColumnChoice, type ColumnRole, creditsOf, readStatement, roleLabels } from './bank-statement.ts'

type Chosen = NonNullable<ReturnType<typeof readStatement>> & { name: string }

const rolesShown = Object.keys(roleLabels) as ColumnRole[]
const rowsShown = 5

/** A statement of the bank or a UPI app: the columns are recognised, can be corrected, and the credits come in. */
export default function ImportStatementDialog({
  open,
  onClose,
  onImported,
}: Openable & { onImported: () => void }) {
  const [file, setFile] = useState<Chosen | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const submission = useSubmissionKey()
  const read = file && creditsOf(file.records, file.choice)
  const bring = useMutation<{ added: number; known: number }, ApiError, StatementRow[]>({
    mutationFn: async (rows) => {
      const body = { fileName: file?.name ?? '', rows }
      return (
        await api('POST /api/admin/money/statements', { body }, { idempotencyKey: submission.keyFor(body) })
      ).data
    },
    onSuccess: ({ added, known }) => {
      submission.succeeded()
      toast({
        title: added === 0 ? 'Nothing new' : 'Statement imported',
        description: `${payments(added)} added${known > 0 ? `, ${known} known already` : ''}.`,
        tone: 'success',
      })
      onImported()
    },
  })

  async function choose(chosen: File) {
    setRefusal(null)
    setFile(null)
    bring.reset()
    try {
      const statement = readStatement(readCsv(await textOfFile(chosen)))
      if (statement === null) {
        throw new CsvError(
          'No line of this file has the names of its columns, such as Date, Description and Credit. Please choose another file.',
        )
      }
      setFile({ ...statement, name: chosen.name })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      setRefusal(error.message)
    }
  }
  function assign(role: ColumnRole, value: string) {
    if (!file) return
    const choice: ColumnChoice = { ...file.choice }
    if (value === '') delete choice[role]
    else choice[role] = Number(value)
    setFile({ ...file, choice })
  }

  const count = read?.rows.length ?? 0
  const isTooMuch = count > statementRowsMax
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isLocked={bring.isPending}
      wide
      title="Import statement"
      description="A CSV file of your bank or UPI app. A statement that was imported before changes nothing."
      footer={
        <>
          <Button variant="outline" disabled={bring.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={count === 0 || isTooMuch}
            busy={bring.isPending}
            onClick={() => read && bring.mutate(read.rows)}
          >
            {bring.isPending ? 'Importing...' : count > 0 ? `Import ${payments(count)}` : 'Import'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Refusal error={bring.error?.status === 401 ? null : bring.error} />
        <FileDrop name={file?.name ?? null} error={refusal} onChoose={(chosen) => void choose(chosen)} />
        {file && read && (
          <>
            <fieldset>
              <legend className="mb-2 font-bold">Columns</legend>
              <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-4">
                {rolesShown.map((role) => (
                  <SelectField
                    key={role}
                    label={roleLabels[role]}
                    placeholder="None"
                    options={file.headers.map((header, at) => ({
                      value: String(at),
                      label: header.trim() || `Column ${at + 1}`,
                    }))}
                    value={file.choice[role] === undefined ? '' : String(file.choice[role])}
                    onChange={(event) => assign(role, event.target.value)}
                  />
                ))}
              </div>
            </fieldset>
            <Note
              role="status"
              tone={count === 0 || isTooMuch ? 'error' : read.problems.length > 0 ? 'warning' : 'success'}
              title={
                isTooMuch
                  ? `The file has ${payments(count)}. Please import at most ${statementRowsMax} at a time.`
                  : count === 0
                    ? 'No money that came in was found. Please check the columns.'
                    : `${payments(count)} came in, ${formatRupees(read.rows.reduce((sum, row) => sum + Number(row.amount), 0))} in all.`
              }
            >
              {read.debits > 0 && <p>{read.debits} that went out are left aside.</p>}
              {read.problems.slice(0, rowsShown).map(({ row, sentence }) => (
                <p key={row}>
                  Row {row}: {sentence} It is left out.
                </p>
              ))}
              {read.problems.length > rowsShown && (
                <p>{read.problems.length - rowsShown} more rows could not be read.</p>
              )}
            </Note>
            {count > 0 && (
              <table aria-label="The first rows" className="w-full text-sm">
                <thead className="text-left">
                  <tr>
                    {['Date', 'Amount', 'Description'].map((header) => (
                      <th key={header} scope="col" className="py-1 pr-4">
                        {header}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody className="divide-y divide-line border-t border-line">
                  {read.rows.slice(0, rowsShown).map((row, at) => (
                    <tr key={at} className="align-top">
                      <td className="py-1.5 pr-4">{dayText(row.day)}</td>
                      <td className="py-1.5 pr-4">{formatRupees(row.amount)}</td>
                      <td className="py-1.5 [overflow-wrap:anywhere]">
                        {row.description}
                        {row.reference && (
                          <span className="block text-ink-soft">Reference {row.reference}</span>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function payments(count: number): string {
  return count === 1 ? '1 payment' : `${grouped(count)} payments`
}
