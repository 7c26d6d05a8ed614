import { useState } from 'react'
import { textOfFile } from './import-file.ts'
import { CsvError } from './read-csv.ts'

/** A file that somebody chose: what was read in it, or the sentence why it cannot be read. `read` throws CsvError. */
export function useChosenFile<Read extends object>(read: (text: string) => Read) {
  const [file, setFile] = useState<(Read & { name: string }) | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    file,
    setFile,
    refusal,
    choose: async (chosen: File): Promise<Read | null> => {
      setRefusal(null)
      setFile(null)
      try {
        const found = read(await textOfFile(chosen))
        setFile({ ...found, name: chosen.name })
        return found
      } catch (error) {
        if (!(error instanceof CsvError)) throw error
        setRefusal(error.message)
        return null
      }
    },
  }
}
