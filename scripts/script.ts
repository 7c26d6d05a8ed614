import { ConfigError } from '../server/config.ts'
import { Stop } from '../server/platform/backup/manifest.ts'

/**
 * Runs a script that takes one argument, more if it `takesMore`, and `--force` if it `mayForce`. A `Stop` prints its
 * message and ends with exit code 1. Other accounts of the machine cannot read the files that the script makes.
 */
export async function script(
  usage: string,
  body: (word: string, isForced: boolean, more: string[]) => Promise<void>,
  { mayForce = false, takesMore = false } = {},
): Promise<void> {
  process.umask(0o077)
  const isForced = mayForce && process.argv.includes('--force')
  const [word, ...more] = process.argv.slice(2).filter((one) => !(mayForce && one === '--force'))
  try {
    if (word === undefined || (more.length > 0 && !takesMore) || word.startsWith('-'))
      throw new Stop(usage.trimEnd())
    await body(word, isForced, more)
  } catch (error) {
    if (!(error instanceof Stop) && !(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
