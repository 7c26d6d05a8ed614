import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { chmod, copyFile, open, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** An expected failure, whose message people read. A script prints it without a stack, and ends with exit code 1. */
export class Stop extends Error {}

export const parts = {
  sqlite: 'malar.db',
  postgres: 'malar.pgdump',
  uploads: 'uploads',
  secret: 'secret',
  manifest: 'manifest.json',
} as const

export interface Manifest {
  format: 1
  engine: 'sqlite' | 'postgres'
  madeAt: string
  /** The SHA-256 of each file by its path in the backup, so that a damaged backup is found before it replaces data. */
  files: Record<string, string>
}

export async function writeManifest(folder: string, head: Omit<Manifest, 'files'>): Promise<Manifest> {
  const names = await filesIn(folder)
  const entries = await mapFiles(
    names,
    async (name) => [name, await hashOf(path.join(folder, name))] as const,
  )
  const manifest = { ...head, files: Object.fromEntries(entries) }
  await writeFile(path.join(folder, parts.manifest), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** Reads the manifest and every file of the backup. @throws Stop if a file is missing, new or changed */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  let manifest: Manifest
  try {
    manifest = JSON.parse(await readFile(path.join(folder, parts.manifest), 'utf8')) as Manifest
  } catch {
    throw new Stop(`${folder} is not a backup of Malar. It has no readable ${parts.manifest}.`)
  }
  if (manifest.format !== 1) {
    throw new Stop(`${folder} was made by a newer version of Malar. Restore it with that version.`)
  }
  requireNamesOfBackup(manifest)
  // Symbolic links are not among the files. Upper and lower case count, even if the disk does not distinguish them.
  const there = new Set(await filesIn(folder))
  there.delete(parts.manifest)
  const listed = Object.entries(manifest.files)
  const hashes = await mapFiles(listed, ([name]) => hashOf(path.join(folder, name)).catch(() => null))
  for (const [at, [name, hash]] of listed.entries()) {
    if (!there.delete(name) || hashes[at] !== hash) {
      throw new Stop(
        `The backup is damaged because ${name} is missing or has changed. Restore from another backup.`,
      )
    }
  }
  for (const name of there) {
    throw new Stop(
      `The backup contains the file ${JSON.stringify(name)}, which its ${parts.manifest} doesn’t list. Nothing was replaced. Remove that file, or restore from another backup.`,
    )
  }
  return manifest
}

/** Refuses a manifest that names anything but the database, the secret and pictures, or a file twice. @throws Stop */
function requireNamesOfBackup({ engine, files }: Manifest): void {
  const names = Object.keys(files ?? {})
  const known: string[] = [parts[engine], parts.secret]
  const foreign = names.find(
    (name) =>
      !known.includes(name) &&
      !(name.startsWith(`${parts.uploads}/`) && name.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))),
  )
  const small = names.map((name) => name.toLowerCase())
  const twice = names.find((_, at) => small.indexOf(small[at] ?? '') !== at)
  if (foreign !== undefined) {
    throw new Stop(
      `The backup lists the file ${JSON.stringify(foreign)}, which doesn’t belong in a backup. Nothing was replaced. Restore from another backup.`,
    )
  }
  if (twice !== undefined) {
    throw new Stop(
      `The backup lists the file ${JSON.stringify(twice)} twice. Nothing was replaced. Restore from another backup.`,
    )
  }
  if (!names.includes(parts[engine])) {
    throw new Stop('The backup is damaged because it has no database. Restore from another backup.')
  }
}

/** Lists the files of a folder and its subfolders, with `/` in their paths. Drafts (`.name`) are left out. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}

const filesAtOnce = 16

/**
 * Works on several files at once, because most of the time is spent waiting for the disk. The results have the order of
 * the files.
 */
export async function mapFiles<File, Result>(
  files: readonly File[],
  work: (file: File) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < files.length; at += filesAtOnce)
    results.push(...(await Promise.all(files.slice(at, at + filesAtOnce).map(work))))
  return results
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Copies a file and makes the copy readable only by its owner. Copying alone would keep the original's mode. */
export async function copyPrivately(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  await chmod(target, 0o600)
}

/** Flushes a file to the disk, so that it survives a power cut. */
export async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } catch {
    // Windows cannot sync a folder.
  } finally {
    await handle.close()
  }
}
