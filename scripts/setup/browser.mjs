// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run, Stop, tool, withNode } from './command.mjs'
import { progress } from './install.mjs'

/** A smaller Chromium without windows, in which the journeys take a third less time. */
const shell = 'chromium-headless-shell'

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, Playwright's own, the machine's headless shell, a newly
 * installed one or, last, the machine's ordinary browser.
 * @param {string} node the Node to run Playwright with
 * @returns {Promise<string>} its file; throws `Stop` if none can be found or installed
 */
export async function findBrowser(node) {
  const { CHROMIUM_PATH: named } = process.env
  if (named) {
    if (await answers(named)) return named
    throw new Stop(
      `The browser at CHROMIUM_PATH (${named}) doesn’t run. Set CHROMIUM_PATH to one that does, or unset it.`,
    )
  }
  const own = await playwrightsOwn(node)
  const quick = () => firstThatAnswers([own, ...placesOf(shell)])
  const any = () => firstThatAnswers([own, ...placesOf(shell), ...onThisMachine()])
  const found =
    (await quick()) ??
    (await progress('Installing a browser for the tests', async () => {
      const hasOne = (await any()) !== undefined
      const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
      if (hasOne && !isDebian) return any()
      if (!hasOne) {
        const env = withNode(node, { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' })
        await run(node, [tool('playwright', 'cli.js'), 'install', 'chromium'], { env, timeoutSeconds: 300 })
        if (await answers(own)) return own
      }
      if (isDebian) {
        const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
        // The wait is short if there is a browser already, because the machine may have no network connection.
        const quiet = { env, timeoutSeconds: hasOne ? 60 : 300 }
        await run('apt-get', ['update'], quiet)
        // An older Debian has the headless shell inside the package of Chromium.
        for (const name of hasOne ? [shell] : [shell, 'chromium']) {
          await run('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
          const file = await quick()
          if (file !== undefined) return file
        }
      }
      return any()
    }))
  if (found !== undefined) return found
  throw new Stop(
    'The browser tests need Chromium. Run "npx playwright install --with-deps chromium", or set CHROMIUM_PATH.',
  )
}

/** Finds the path of Playwright's browser, installed or not. @param {string} node */
async function playwrightsOwn(node) {
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  return (await run(node, ['-e', ask])).output.trim()
}

function onThisMachine() {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  if (process.platform === 'win32')
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) =>
      ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].flatMap((name) =>
        ['chrome.exe', 'msedge.exe'].map((file) =>
          join(process.env[variable] ?? '', name, 'Application', file),
        ),
      ),
    )
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(placesOf)
}

/** @param {string} name */
function placesOf(name) {
  return ['/usr/bin', '/usr/local/bin', '/snap/bin'].map((folder) => join(folder, name))
}

/** @param {string[]} files */
async function firstThatAnswers(files) {
  for (const file of files) if (await answers(file)) return file
  return undefined
}

/** Tells if the browser runs. Its file may be there without the libraries that it needs. @param {string} file */
async function answers(file) {
  if (!file || !existsSync(file)) return false
  // Chrome on Windows would open a window for --version.
  if (process.platform === 'win32') return true
  const { code, output } = await run(file, ['--version', '--no-sandbox'], { timeoutSeconds: 30 })
  return code === 0 && /chrom|edge/i.test(output)
}
